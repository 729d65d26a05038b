// The name of a participant, which leads to its page if the user may open that page.
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import { maySeeSetup, useSession } from '../queries';

interface Party {
  /** Null for a party outside of the network. */
  id: string | null;
  name: string;
}

export function PartyName({ of: { id, name } }: { of: Party }) {
  const session = useSession();
  if (id === null) return name;
  if (session.role === 'operator') {
    return (
      <Link to="/participants/$id" params={{ id }}>
        {name}
      </Link>
    );
  }
  if (id === session.id || !maySeeSetup(session)) return name;
  return (
    <Link to="/partners/$id" params={{ id }}>
      {name}
    </Link>
  );
}

export function PartyNames({ of }: { of: Party[] }) {
  return of.map((party, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <PartyName of={party} />
    </Fragment>
  ));
}

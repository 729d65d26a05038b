// The author of an action, with a link to the page of its participant.
import type { Schemas } from '../api';
import { authorOf } from '../parts/author';
import { PartyName } from './party_name';

type Author = Schemas['Author'] | Schemas['AdminAuthor'];

export function AuthorName({ of }: { of: Author }) {
  const { id, name, person } = of;
  const isParticipant = !('type' in of) || of.type === 'participant';
  if (!isParticipant || name === '') return authorOf(of);
  return (
    <>
      {person !== null && person.name !== name && `${person.name}, `}
      <PartyName of={{ id, name }} />
    </>
  );
}

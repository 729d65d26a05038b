// A matrix of senders and recipients. A place opens a dialog that shows and changes the relationship.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Dialog } from '../parts/dialog';
import { Facts } from '../parts/facts';
import { mayOperate, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { BlockRelationship, RelationshipActions, type Pair } from './actions';
import type { Grid, Named } from './grid';
import { HeldDocuments, looks } from './list';
import { heldOf } from './requests';

const signs = { none: '·', requested: '?', active: '✓', blocked: '✕' };

export function Matrix({ of }: { of: Grid }) {
  const a = useAdministration();
  const [shown, setShown] = useState<{ from: Named; to: Named }>();
  return (
    <>
      <div className="card bare">
        <div className="scroll" tabIndex={0} role="region" aria-label={a.matrix}>
          <table className="matrix" aria-label={a.matrix}>
            <thead>
              <tr>
                <td />
                {of.participants.map((to) => (
                  <th key={to.id} scope="col">
                    <Link to="/participants/$id" params={{ id: to.id }}>
                      {to.name}
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.participants.map((from) => (
                <tr key={from.id}>
                  <th scope="row">
                    <Link to="/participants/$id" params={{ id: from.id }}>
                      {from.name}
                    </Link>
                  </th>
                  {of.participants.map((to) => (
                    <td key={to.id}>
                      {from.id !== to.id && (
                        <Place of={of} from={from} to={to} onOpen={() => setShown({ from, to })} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <ul className="legend" aria-label={a.legend}>
        {(['active', 'requested', 'blocked', 'none'] as const).map((status) => (
          <li key={status}>
            <span className={`sign ${looks[status]}`} aria-hidden="true">
              {signs[status]}
            </span>{' '}
            {a.relationshipStates[status]}
          </li>
        ))}
      </ul>
      {shown && <OneRelationship of={of} {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface OfPlace {
  of: Grid;
  from: Named;
  to: Named;
}

function Place({ of, from, to, onOpen }: OfPlace & { onOpen: () => void }) {
  const { number } = useTexts();
  const a = useAdministration();
  const found = of.at(from, to);
  const status = found?.status ?? 'none';
  const held = found ? heldOf(found) : 0;
  const names = filled(a.sendsTo, { from: from.name, to: to.name });
  const name = [`${names}: ${a.relationshipStates[status]}`];
  if (held > 0) name.push(`${a.heldDocuments}: ${number(held)}`);
  return (
    <button
      type="button"
      className={`place ${looks[status]}`}
      aria-haspopup="dialog"
      aria-label={name.join(', ')}
      title={name.join(', ')}
      onClick={onOpen}
    >
      {signs[status]}
      {held > 0 && <sup>{number(held)}</sup>}
    </button>
  );
}

function OneRelationship({ of, from, to, onClose }: OfPlace & { onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const canChange = mayOperate(useSession());
  const found = of.at(from, to);
  const status = found?.status ?? 'none';
  const [isBlocking, setIsBlocking] = useState(false);
  const pair: Pair = { from, to, status };
  if (isBlocking) return <BlockRelationship of={pair} onClose={onClose} />;
  return (
    <Dialog title={filled(a.sendsTo, { from: from.name, to: to.name })} onClose={onClose}>
      <p>{a.relationshipMeanings[status]}</p>
      <Facts
        of={[
          [t.status, <span className={`status ${looks[status]}`}>{a.relationshipStates[status]}</span>],
          [a.flows, found?.flows.join(', ')],
          [a.heldDocuments, found && <HeldDocuments key="held" of={found} />],
        ]}
      />
      {canChange && (
        <RelationshipActions of={pair} onAccepted={onClose} onBlock={() => setIsBlocking(true)} />
      )}
    </Dialog>
  );
}

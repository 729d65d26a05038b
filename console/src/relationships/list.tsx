import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { PagedTable, type Column } from '../parts/paged_table';
import { mayOperate, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { CountOfDocuments } from '../transactions/count';
import { BlockRelationship, RelationshipActions, type Pair } from './actions';
import { heldOf, type Relationship } from './requests';

export const looks = { none: '', requested: 'waiting', active: 'good', blocked: 'bad' };

/** Names the flow of a relationship for LIVE or for TEST alone. */
const onlyFlowOf = ({ flows }: Relationship) => (flows.length === 1 ? flows.join('') : '');

export function RelationshipList({ of, whenEmpty }: { of: Relationship[]; whenEmpty: string }) {
  const { t } = useTexts();
  const a = useAdministration();
  const canChange = mayOperate(useSession());
  const [blocked, setBlocked] = useState<Pair>();
  const who = ({ id, name }: Relationship['from']) =>
    id === null ? name : <Link to="/participants/$id" params={{ id }}>{name}</Link>;
  const columns: Column<Relationship>[] = [
    { header: t.sender, cell: (row) => who(row.from), onPhone: (row) => ({ place: 'head', lead: onlyFlowOf(row) }) },
    { header: t.recipient, cell: (row) => who(row.to), onPhone: () => ({ place: 'partner', lead: '→' }) },
    {
      header: t.status,
      cell: ({ status }) => (
        <span className={`status ${looks[status]}`}>{a.relationshipStates[status]}</span>
      ),
      onPhone: () => ({ place: 'status' }),
    },
    { header: a.flows, cell: (row) => row.flows.join(', ') },
    {
      header: a.heldDocuments,
      isNumber: true,
      cell: (row) => <HeldDocuments of={row} />,
      onPhone: (row) => (heldOf(row) === 0 ? undefined : { place: 'age', lead: `${a.heldDocuments}:` }),
    },
  ];
  if (canChange) {
    columns.push({
      header: t.actions,
      cell: ({ from, to, status }) => {
        if (from.id === null || to.id === null) return null;
        const pair = { from: { id: from.id, name: from.name }, to: { id: to.id, name: to.name }, status };
        return <RelationshipActions of={pair} onBlock={() => setBlocked(pair)} />;
      },
      onPhone: ({ from, to }) => (from.id === null || to.id === null ? undefined : { place: 'actions' }),
    });
  }
  return (
    <>
      <PagedTable
        name={t.relationships}
        columns={columns}
        page={{ items: of, nextCursor: null }}
        whenEmpty={whenEmpty}
        keyOf={({ from, to }) => `${from.id ?? ''} ${to.id ?? ''}`}
      />
      {blocked && <BlockRelationship of={blocked} onClose={() => setBlocked(undefined)} />}
    </>
  );
}

/** The number of held documents, which leads to the documents that are held for the recipient. */
export function HeldDocuments({ of }: { of: Relationship }) {
  const { number } = useTexts();
  const count = heldOf(of);
  if (of.to.id === null) return number(count);
  return <CountOfDocuments count={count} filters={{ partner: of.to.id, status: 'HELD' }} />;
}

import { Link } from '@tanstack/react-router';

import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { markOfTest } from '../parts/status';
import { inboxTexts } from '../texts/inboxes';
import { useTexts, useTextsOf } from '../texts/texts';
import { CountOfDocuments } from '../transactions/count';
import { queueState, type Queue, type QueueState } from './trouble';

const looks: Record<QueueState, string> = {
  stopped: 'bad',
  unpolled: 'bad',
  waiting: 'waiting',
  failed: 'waiting',
  held: 'waiting',
  quiet: 'good',
};

type Counted = 'PENDING' | 'FAILED' | 'HELD';

/** The documents that are the reason of a state. */
const countedIn: Record<QueueState, Counted | undefined> = {
  stopped: 'PENDING',
  unpolled: 'PENDING',
  waiting: 'PENDING',
  failed: 'FAILED',
  held: 'HELD',
  quiet: undefined,
};

interface OfTable {
  of: Queue[];
  /** True if a phone shows all fields of each inbox, with their names. */
  isDetailed?: boolean;
}

/** Inboxes with their numbers, and links to the participants and the documents. */
export function QueueTable({ of, isDetailed = false }: OfTable) {
  const { t } = useTexts();
  const columns = useQueueColumns();
  return (
    <PagedTable
      name={t.queues}
      columns={columns}
      isDetailed={isDetailed}
      page={{ items: of, nextCursor: null }}
      whenEmpty={t.nothingWaits}
      keyOf={({ participant, flow }) => `${participant.id ?? ''} ${flow}`}
    />
  );
}

/** A phone shows the participant, the state with the number of its documents, and the last poll. */
function useQueueColumns(): Column<Queue>[] {
  const { t } = useTexts();
  const own = useTextsOf(inboxTexts);
  const since = (at: string | null, otherwise: string) => (at === null ? otherwise : <Age at={at} />);
  const numbered = (header: string, status: Counted): Column<Queue> => ({
    header,
    isNumber: true,
    cell: (row) => <Documents of={row} status={status} />,
    onPhone: (row) =>
      countedIn[queueState(row)] === status ? { place: 'partner', lead: own.documents } : undefined,
  });
  return [
    {
      header: t.participant,
      cell: ({ participant: { id, name } }) =>
        id === null ? name : <Link to="/participants/$id" params={{ id }}>{name}</Link>,
      onPhone: ({ flow }) => ({ place: 'head', lead: markOfTest(flow) }),
    },
    { header: t.flow, cell: (row) => row.flow },
    numbered(t.waiting, 'PENDING'),
    numbered(t.statuses['FAILED'] ?? '', 'FAILED'),
    numbered(t.heldTile, 'HELD'),
    { header: t.oldest, cell: ({ oldest }) => since(oldest, '–') },
    {
      header: t.lastPoll,
      cell: ({ lastPoll }) => since(lastPoll, t.never),
      onPhone: () => ({ place: 'why', lead: own.collected }),
    },
    {
      header: t.status,
      cell: (row) => {
        const state = queueState(row);
        return <span className={`status ${looks[state]}`}>{t.queueStates[state]}</span>;
      },
      onPhone: () => ({ place: 'status' }),
    },
  ];
}

function Documents({ of, status }: { of: Queue; status: Counted }) {
  const { number } = useTexts();
  const { participant: { id }, flow, pending, failed, held } = of;
  const count = { PENDING: pending, FAILED: failed, HELD: held }[status];
  return id === null ? number(count) : <CountOfDocuments count={count} filters={{ partner: id, flow, status }} />;
}

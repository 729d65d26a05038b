import { Link } from '@tanstack/react-router';

import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { useTexts } from '../texts/texts';
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

/** Inboxes with their numbers, and links to the participants and the documents. */
export function QueueTable({ of }: { of: Queue[] }) {
  const { t, number } = useTexts();
  const since = (at: string | null, otherwise: string) => (at === null ? otherwise : <Age at={at} />);
  const documents = ({ participant: { id }, flow }: Queue, status: 'PENDING' | 'FAILED' | 'HELD', count: number) =>
    id === null ? number(count) : <CountOfDocuments count={count} filters={{ partner: id, flow, status }} />;
  const columns: Column<Queue>[] = [
    {
      header: t.participant,
      cell: ({ participant: { id, name } }) =>
        id === null ? name : <Link to="/participants/$id" params={{ id }}>{name}</Link>,
    },
    { header: t.flow, cell: (row) => row.flow },
    { header: t.waiting, isNumber: true, cell: (row) => documents(row, 'PENDING', row.pending) },
    {
      header: t.statuses['FAILED'] ?? '',
      isNumber: true,
      cell: (row) => documents(row, 'FAILED', row.failed),
    },
    { header: t.heldTile, isNumber: true, cell: (row) => documents(row, 'HELD', row.held) },
    { header: t.oldest, cell: ({ oldest }) => since(oldest, '–') },
    { header: t.lastPoll, cell: ({ lastPoll }) => since(lastPoll, t.never) },
    {
      header: t.status,
      cell: (row) => {
        const state = queueState(row);
        return <span className={`status ${looks[state]}`}>{t.queueStates[state]}</span>;
      },
    },
  ];
  return (
    <PagedTable
      name={t.queues}
      columns={columns}
      page={{ items: of, nextCursor: null }}
      whenEmpty={t.nothingWaits}
      keyOf={({ participant, flow }) => `${participant.id ?? ''} ${flow}`}
    />
  );
}

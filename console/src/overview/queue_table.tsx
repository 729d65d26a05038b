import { Link } from '@tanstack/react-router';

import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { filtersOf } from '../search';
import { useTexts } from '../texts/texts';
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
  const documents = (row: Queue, status: 'PENDING' | 'FAILED' | 'HELD', count: number) =>
    row.participant.id === null || count === 0 ? (
      number(count)
    ) : (
      <Link
        to="/transactions"
        search={filtersOf({ partner: row.participant.id, flow: row.flow, status })}
      >
        {number(count)}
      </Link>
    );
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

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';

import { get, type Answer, type Schemas } from '../api';
import { OverTime } from '../overview/over_time';
import { PagedTable } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { filtersOf, statuses } from '../router';
import { useTexts } from '../texts/texts';
import { useCaseColumns, useCases } from './cases';
import { useTransactionColumns, useTransactions } from './transactions';

const itemsShown = 8;
const renewedEveryMs = 15_000;
const dayMs = 86_400_000;
const daysShown = 14;

export function Overview() {
  const { t } = useTexts();
  const { role } = useSession();
  useTitle(t.overview);
  return (
    <div className="stack">
      <h1>{t.overview}</h1>
      {role === 'operator' && <Statistics />}
      <OverTime />
      {role === 'operator' && <Queues />}
      <OpenCases />
      <Latest />
    </div>
  );
}

type Count = Answer<'/admin/statistics'>['data'][number];

function Statistics() {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => {
      const end = Math.ceil(Date.now() / dayMs) * dayMs;
      const query = {
        from: new Date(end - daysShown * dayMs).toISOString().slice(0, 10),
        to: new Date(end).toISOString().slice(0, 10),
      };
      return get('/admin/statistics', { signal, query, inBackground: true });
    },
    refetchInterval: renewedEveryMs,
  });
  return (
    <Loaded query={query}>
      {({ data }) => (
        <div className="tiles">
            {statuses
              .filter((status) => status !== 'UNKNOWN')
              .map((status) => (
                <Link
                  key={status}
                  className="card tile"
                  to="/transactions"
                  search={filtersOf({ status })}
                >
                  <b>{sum(data.filter((one) => one.status === status))}</b>
                  {t.statuses[status]}
                </Link>
              ))}
        </div>
      )}
    </Loaded>
  );
}

const sum = (counts: Count[]) => counts.reduce((whole, { count }) => whole + count, 0);

type Queue = Schemas['Queue'];

function Queues() {
  const { t, ago, number } = useTexts();
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) =>
      get('/admin/queues', { signal, query: { per_page: '100' }, inBackground: true }),
    refetchInterval: renewedEveryMs,
  });
  const columns = useMemo<ColumnDef<Queue>[]>(() => {
    const since = (at: string | null, otherwise: string) => (at === null ? otherwise : ago(at));
    const counted = (id: 'pending' | 'failed' | 'held', header: string): ColumnDef<Queue> => ({
      id,
      header,
      meta: { isNumber: true },
      cell: ({ row }) => number(row.original[id]),
    });
    return [
      { id: 'name', header: t.participant, cell: ({ row }) => row.original.participant.name },
      { id: 'flow', header: t.flow, cell: ({ row }) => row.original.flow },
      counted('pending', t.waiting),
      counted('failed', t.statuses['FAILED'] ?? ''),
      counted('held', t.held),
      { id: 'oldest', header: t.oldest, cell: ({ row }) => since(row.original.oldest, '–') },
      { id: 'poll', header: t.lastPoll, cell: ({ row }) => since(row.original.lastPoll, t.never) },
    ];
  }, [t, ago, number]);
  return (
    <section className="stack" aria-label={t.queues}>
      <h2>{t.queues}</h2>
      <Loaded query={query}>
        {(page) => (
          <PagedTable name={t.queues} columns={columns} page={page} whenEmpty={t.nothingYet} />
        )}
      </Loaded>
    </section>
  );
}

function OpenCases() {
  const { t } = useTexts();
  const columns = useCaseColumns();
  const query = useCases({ status: 'open' }, itemsShown, renewedEveryMs);
  return (
    <section className="stack" aria-label={t.openCases}>
      <div className="row">
        <h2>{t.openCases}</h2>
        <Link className="end" to="/cases" search={{ status: undefined, cursor: undefined }}>
          {t.allCases}
        </Link>
      </div>
      <Loaded query={query}>
        {(page) => (
          <PagedTable name={t.openCases} columns={columns} page={page} whenEmpty={t.nothingYet} />
        )}
      </Loaded>
    </section>
  );
}

function Latest() {
  const { t } = useTexts();
  const columns = useTransactionColumns();
  const query = useTransactions(filtersOf({}), itemsShown, renewedEveryMs);
  return (
    <section className="stack" aria-label={t.latest}>
      <div className="row">
        <h2>{t.latest}</h2>
        <Link className="end" to="/transactions" search={filtersOf({})}>
          {t.allTransactions}
        </Link>
      </div>
      <Loaded query={query}>
        {(page) => (
          <PagedTable name={t.latest} columns={columns} page={page} whenEmpty={t.nothingYet} />
        )}
      </Loaded>
    </section>
  );
}

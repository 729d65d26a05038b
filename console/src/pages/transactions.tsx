import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';

import type { Transaction } from '../api';
import { numberOf } from '../document/model';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import type { Filters } from '../router';
import { useTexts } from '../texts/texts';
import { Export } from './transaction_export';
import { FilterForm } from './transaction_filters';
import { idOf } from './transaction_id';
import { pageOf } from './transaction_query';

const route = getRouteApi('/transactions');

/** With an interval, the list updates itself, which does not prolong a session. */
export function useTransactions(filters: Filters, count: number, renewedEveryMs?: number) {
  const session = useSession();
  return useQuery({
    queryKey: ['transactions', session.role, filters, count],
    queryFn: ({ signal }) =>
      pageOf(session, { filters, count, signal, inBackground: renewedEveryMs !== undefined }),
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs ?? false,
    meta: { isLive: renewedEveryMs !== undefined },
  });
}

export function useTransactionColumns(): ColumnDef<Transaction>[] {
  const { t, moment } = useTexts();
  const session = useSession();
  return useMemo(
    () => [
      { id: 'created', header: t.created, cell: ({ row }) => moment(row.original.createdAt) },
      {
        id: 'kind',
        header: t.kind,
        cell: ({ row }) => t.kinds[row.original.type] ?? row.original.type,
      },
      {
        id: 'number',
        header: t.number,
        cell: ({ row }) => (
          <Link to="/transactions/$id" params={{ id: idOf(row.original, session) }}>
            {numberOf(row.original.type, row.original.content) ?? t.withoutNumber}
          </Link>
        ),
      },
      { id: 'sender', header: t.sender, cell: ({ row }) => row.original.sender.name },
      { id: 'recipient', header: t.recipient, cell: ({ row }) => row.original.recipient.name },
      {
        id: 'status',
        header: t.status,
        cell: ({ row }) => <Status of={row.original.status} isHeld={row.original.held} />,
      },
    ],
    [t, moment, session],
  );
}

export function Transactions() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions(search, 25);
  const columns = useTransactionColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  useTitle(t.transactions);
  return (
    <div className="stack">
      <h1>{t.transactions}</h1>
      <FilterForm />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack">
            <PagedTable
              name={t.transactions}
              columns={columns}
              page={page}
              whenEmpty={t.nothing}
              turning={{
                cursor: search.cursor,
                to: (cursor) => void navigate({ search: { ...search, cursor } }),
              }}
            />
          </div>
        )}
      </Loaded>
      <Export filters={search} />
      <p className="dim no-print">{t.keysOfList}</p>
    </div>
  );
}

import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';

import { get, type Schemas } from '../api';
import { PagedTable } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { caseStatuses } from '../router';
import { useTexts } from '../texts/texts';
import { aboutOf } from './case_view';

const route = getRouteApi('/cases');

interface Wanted {
  status: string | undefined;
  cursor?: string | undefined;
}

/** With an interval, the list updates itself, which does not prolong a session. */
export function useCases({ status, cursor }: Wanted, count: number, renewedEveryMs?: number) {
  const { role } = useSession();
  const path = role === 'operator' ? '/admin/cases' : '/v2/errors';
  return useQuery({
    queryKey: ['cases', path, status, cursor, count],
    queryFn: ({ signal }) =>
      get(path, {
        signal,
        inBackground: renewedEveryMs !== undefined,
        query: { 'filter[status]': status, cursor, per_page: String(count) },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs ?? false,
    meta: { isLive: renewedEveryMs !== undefined },
  });
}

type CaseHead = Schemas['CaseHead'];

export function useCaseColumns(): ColumnDef<CaseHead>[] {
  const { t, moment } = useTexts();
  return useMemo(
    () => [
      { id: 'opened', header: t.opened, cell: ({ row }) => moment(row.original.openedAt) },
      {
        id: 'reason',
        header: t.reason,
        cell: ({ row }) => (
          <Link to="/cases/$id" params={{ id: row.original.id }}>
            {row.original.reason || (t.origins[row.original.origin] ?? row.original.origin)}
          </Link>
        ),
      },
      {
        id: 'about',
        header: t.about,
        cell: ({ row }) => aboutOf(row.original, t.kinds),
      },
      {
        id: 'turn',
        header: t.turn,
        cell: ({ row }) => t.turns[row.original.turn] ?? row.original.turn,
      },
      { id: 'status', header: t.status, cell: ({ row }) => <Status of={row.original.status} /> },
    ],
    [t, moment],
  );
}

export function Cases() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useCases(search, 25);
  const columns = useCaseColumns();
  useTitle(t.cases);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.cases}</h1>
        <NativeSelect
          className="end"
          size="xs"
          aria-label={t.status}
          value={search.status ?? ''}
          data={[
            { value: '', label: t.all },
            ...caseStatuses.map((value) => ({ value, label: t.statuses[value] ?? value })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            const status = caseStatuses.find((one) => one === chosen);
            void navigate({ search: { status, cursor: undefined } });
          }}
        />
      </div>
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={t.cases}
            columns={columns}
            page={page}
            whenEmpty={t.nothing}
            turning={{
              cursor: search.cursor,
              to: (cursor) => void navigate({ search: { ...search, cursor } }),
            }}
          />
        )}
      </Loaded>
    </div>
  );
}

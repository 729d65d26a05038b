// The request log of the own participant.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { get } from '../api';
import { Age } from '../parts/age';
import { FilterForm } from '../parts/filter_form';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayRead, useSession } from '../queries';
import { outcomes, requestFiltersOf } from '../search';
import { requestTexts } from '../texts/requests';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { Outcome, senderOf, type LoggedRequest } from './outcome';

const route = getRouteApi('/requests');

export function RequestsPage() {
  return mayRead(useSession()) ? <Requests /> : <NoPage />;
}

function Requests() {
  const { t, number } = useTexts();
  const own = useTextsOf(requestTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ['requests', search],
    queryFn: ({ signal }) =>
      get('/v2/requests', { signal, query: { 'filter[outcome]': search.outcome } }),
    meta: { isLive: true },
  });
  useTitle(t.requests);
  return (
    <div className="stack">
      <div>
        <h1>{t.requests}</h1>
        <p className="lead">{own.lead}</p>
      </div>
      <FilterForm
        filters={[{ name: 'outcome', label: own.outcome, words: outcomes, names: own.outcomes }]}
        values={search}
        onChange={(changed) =>
          void navigate({
            search: (now) => requestFiltersOf({ ...now, ...changed }),
            replace: true,
          })
        }
      />
      <Loaded query={query}>
        {({ data }) => (
          <>
            <p className="dim">
              {data.keptDays === 0 ? own.off : filled(own.kept, { days: number(data.keptDays) })}
            </p>
            <RequestList of={data.requests} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function RequestList({ of }: { of: LoggedRequest[] }) {
  const { t, number } = useTexts();
  const own = useTextsOf(requestTexts);
  const columns: Column<LoggedRequest>[] = [
    { header: t.at, cell: ({ at }) => <Age at={at} hasSeconds />, onPhone: () => ({ place: 'age' }) },
    {
      header: own.request,
      cell: ({ id, method, path }) => (
        <Link to="/requests/$id" params={{ id }} className="any">
          {method} {path}
        </Link>
      ),
      onPhone: () => ({ place: 'head' }),
    },
    { header: own.outcome, cell: (row) => <Outcome of={row} />, onPhone: () => ({ place: 'status' }) },
    {
      header: t.reason,
      cell: ({ message }) => <span className="clamped">{message}</span>,
      isEmpty: ({ message }) => message === null,
      onPhone: ({ message }) => (message === null ? undefined : { place: 'why' }),
    },
    { header: own.by, cell: senderOf, onPhone: () => ({ place: 'partner' }) },
    {
      header: own.took,
      isNumber: true,
      cell: ({ tookMs }) => filled(own.milliseconds, { took: number(tookMs) }),
    },
  ];
  return (
    <PagedTable
      name={t.requests}
      columns={columns}
      page={{ items: of, nextCursor: null }}
      whenEmpty={own.none}
      keyOf={({ id }) => id}
    />
  );
}

// The changes in the network and their authors, for operators.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { get, type Schemas } from '../api';
import { Age } from '../parts/age';
import { authorOf } from '../parts/author';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/events');
const eventsShown = '25';

type Act = Schemas['Act'];

export function Events() {
  return useSession().role === 'operator' ? <List /> : <NoPage />;
}

function List() {
  const { t } = useTexts();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(t.networkEvents);
  const query = useQuery({
    queryKey: ['acts', cursor],
    queryFn: ({ signal }) =>
      get('/admin/events', { signal, query: { cursor, per_page: eventsShown } }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Act>[] = [
    { header: t.at, cell: (row) => <Age at={row.at} hasSeconds /> },
    { header: t.event, cell: (row) => <Subject of={row} /> },
    { header: t.by, cell: (row) => authorOf(row.by) },
    { header: t.facts, cell: (row) => row.detail },
  ];
  return (
    <div className="stack">
      <h1>{t.networkEvents}</h1>
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={t.networkEvents}
            columns={columns}
            page={page}
            whenEmpty={t.nothingYet}
            turning={{
              cursor,
              to: (next) => void navigate({ search: { cursor: next } }),
            }}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Shows the subject of an event, with a link if the subject has a page. */
function Subject({ of }: { of: Act }) {
  const { t } = useTexts();
  const word = t.acts[of.type] ?? of.type;
  const { subject } = of;
  const isGone = of.type === 'transaction.erased';
  if (subject !== null && of.type.startsWith('transaction.') && !isGone) {
    return (
      <Link to="/transactions/$id" params={{ id: subject }}>
        {word}
      </Link>
    );
  }
  if (subject !== null && of.type.startsWith('case.')) {
    return (
      <Link to="/cases/$id" params={{ id: subject }}>
        {word}
      </Link>
    );
  }
  return word;
}

// The changes in the network and their authors, for operators.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { get, type Schemas } from '../api';
import { AuthorName } from '../partners/author_name';
import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { PartnerName } from '../parts/partner_field';
import { PartyName } from '../partners/party_name';
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
    { header: t.at, cell: (row) => <Age at={row.at} hasSeconds />, onPhone: () => ({ place: 'age' }) },
    { header: t.event, cell: (row) => <Event of={row} />, onPhone: () => ({ place: 'head' }) },
    {
      header: t.about,
      cell: (row) => <Subject of={row} />,
      onPhone: ({ participant }) => (participant === null ? undefined : { place: 'partner' }),
    },
    { header: t.by, cell: (row) => <AuthorName of={row.by} />, onPhone: () => ({ place: 'why' }) },
    {
      header: t.facts,
      cell: (row) => <Detail of={row} />,
      onPhone: ({ detail }) => (detail === '' ? undefined : { place: 'line' }),
    },
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

/** Shows the participant that a change is about. Other subjects without a page are shown by their id. */
function Subject({ of: { participant, subject } }: { of: Act }) {
  if (participant !== null) return <PartyName of={participant} />;
  return subject !== null && <span className="dim small any">{subject}</span>;
}

/** Names the sender of a relationship, of which the exchange writes the id. */
function Detail({ of: { type, detail } }: { of: Act }) {
  const [, sender, rest] = /^from ([0-9a-f-]{36}): (.*)$/s.exec(detail) ?? [];
  if (type !== 'relationship.set' || sender === undefined) return detail;
  return (
    <>
      ←{' '}
      <Link to="/participants/$id" params={{ id: sender }}>
        <PartnerName id={sender} />
      </Link>
      : {rest}
    </>
  );
}

/** Names an event, with a link if its subject has a page. */
function Event({ of }: { of: Act }) {
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

// Webhooks whose last call failed. Shows nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { get, type Schemas } from '../api';
import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { fails } from '../parts/status';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { renewedEveryMs } from './times';

type Webhook = Schemas['Webhook'] & { participant?: Schemas['ParticipantName'] };

export function FailingWebhooks() {
  const { t, number } = useTexts();
  const { role } = useSession();
  const isOperator = role === 'operator';
  const query = useQuery<{ items: Webhook[]; nextCursor: string | null }>({
    queryKey: ['webhooks', role],
    queryFn: async ({ signal }) => {
      const asked = { signal, inBackground: true };
      if (isOperator) {
        return get('/admin/webhooks', { ...asked, query: { 'filter[failing]': 'true' } });
      }
      const { data } = await get('/v2/profile/webhooks', asked);
      return { items: data.filter(fails), nextCursor: null };
    },
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  const since = (at: string | null) => (at === null ? '–' : <Age at={at} />);
  const whose: Column<Webhook> = {
    header: t.participant,
    cell: ({ participant }) => {
      if (!participant?.id) return participant?.name;
      return <Link to="/participants/$id" params={{ id: participant.id }}>{participant.name}</Link>;
    },
    onPhone: () => ({ place: 'head' }),
  };
  const columns: Column<Webhook>[] = [
    ...(isOperator ? [whose] : []),
    {
      header: t.address,
      cell: ({ id, url }) =>
        isOperator ? (
          url
        ) : (
          <Link to="/webhooks/$id" params={{ id }}>
            {url}
          </Link>
        ),
      onPhone: () => (isOperator ? { place: 'line' } : { place: 'head', wraps: true }),
    },
    {
      header: t.failingSince,
      cell: (row) => since(row.failingSince),
      onPhone: () => ({ place: 'age', lead: `${t.failingSince}:` }),
    },
    {
      header: t.waiting,
      isNumber: true,
      cell: (row) => number(row.waiting),
      onPhone: () => ({ place: 'status', lead: `${t.waiting}:` }),
    },
    {
      header: t.nextTry,
      cell: (row) =>
        row.state === 'given_up' ? (
          <span className="status bad">{t.givenUp}</span>
        ) : (
          since(row.nextTryAt)
        ),
      onPhone: ({ state }) => ({ place: 'partner', lead: state === 'given_up' ? '' : `${t.nextTry}:` }),
    },
  ];
  if (query.data === undefined || query.data.items.length === 0) return null;
  return (
    <section className="stack" aria-label={t.failingWebhooks}>
      <h2>{t.failingWebhooks}</h2>
      <PagedTable
        name={t.failingWebhooks}
        columns={columns}
        page={query.data}
        whenEmpty={t.nothingYet}
      />
    </section>
  );
}

// Webhooks whose last call failed. Shows nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';

import { get, type Schemas } from '../api';
import { PagedTable } from '../parts/paged_table';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { renewedEveryMs } from './tiles';

type Webhook = Schemas['Webhook'] & { participant?: Schemas['ParticipantName'] };

const fails = ({ failures, state }: Webhook) => failures > 0 || state === 'given_up';

export function FailingWebhooks() {
  const { t, ago, number } = useTexts();
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
  const columns = useMemo<ColumnDef<Webhook>[]>(() => {
    const since = (at: string | null) => (at === null ? '–' : ago(at));
    const whose: ColumnDef<Webhook> = {
      id: 'name',
      header: t.participant,
      cell: ({ row }) => row.original.participant?.name,
    };
    return [
      ...(isOperator ? [whose] : []),
      { id: 'url', header: t.address, cell: ({ row }) => row.original.url },
      { id: 'since', header: t.failingSince, cell: ({ row }) => since(row.original.failingSince) },
      {
        id: 'waiting',
        header: t.waiting,
        meta: { isNumber: true },
        cell: ({ row }) => number(row.original.waiting),
      },
      {
        id: 'next',
        header: t.nextTry,
        cell: ({ row }) =>
          row.original.state === 'given_up' ? (
            <span className="status bad">{t.givenUp}</span>
          ) : (
            since(row.original.nextTryAt)
          ),
      },
    ];
  }, [t, ago, number, isOperator]);
  if (query.data === undefined || query.data.items.length === 0) return null;
  return (
    <section className="stack" aria-label={t.failingWebhooks}>
      <h2>{t.failingWebhooks}</h2>
      <PagedTable
        name={t.failingWebhooks}
        columns={columns}
        page={{ items: query.data.items, nextCursor: null }}
        whenEmpty={t.nothingYet}
      />
      {query.data.nextCursor !== null && <p className="dim">{t.thereAreMore}</p>}
    </section>
  );
}

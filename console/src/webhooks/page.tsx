// The webhooks of the own participant.
import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayAdminister, maySeeSetup, queries, useSession } from '../queries';
import { useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { AddWebhook } from './add';
import { renewedEveryMs } from './last_reason';
import { WebhookList } from './list';

export function WebhooksPage() {
  return maySeeSetup(useSession()) ? <Webhooks /> : <NoPage />;
}

function Webhooks() {
  const { t } = useTexts();
  const own = useTextsOf(webhookTexts);
  const canAct = mayAdminister(useSession());
  const query = useQuery({
    queryKey: ['webhooks', 'own'],
    queryFn: ({ signal }) => get('/v2/profile/webhooks', { signal, inBackground: true }),
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  useTitle(t.webhooks);
  return (
    <div className="stack">
      <div>
        <h1>{t.webhooks}</h1>
        <p className="lead">{own.lead}</p>
      </div>
      <Loaded query={query}>{({ data }) => <WebhookList webhooks={data} />}</Loaded>
      {canAct && (
        <AddWebhook onAdded={() => void queries.invalidateQueries({ queryKey: ['webhooks'] })} />
      )}
    </div>
  );
}

// One webhook: its state, its last calls and its settings.
import { getRouteApi, Link } from '@tanstack/react-router';

import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayAdminister, maySeeSetup, queries, useSession } from '../queries';
import { useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { Deliveries } from './deliveries';
import { useDeliveries } from './last_reason';
import { Removal, Secret, WebhookSettings } from './settings';
import { Standing } from './standing';

const route = getRouteApi('/webhooks/$id');

export function WebhookPage() {
  const { id } = route.useParams();
  return maySeeSetup(useSession()) ? <OneWebhook key={id} id={id} /> : <NoPage />;
}

const reload = () => void queries.invalidateQueries({ queryKey: ['webhooks'] });

function OneWebhook({ id }: { id: string }) {
  const own = useTextsOf(webhookTexts);
  const canAct = mayAdminister(useSession());
  const navigate = route.useNavigate();
  const query = useDeliveries(id);
  useTitle(own.heading);
  // The page of a webhook that is gone would ask for it again.
  const leave = async () => {
    await navigate({ to: '/webhooks' });
    queries.removeQueries({ queryKey: ['webhooks', 'deliveries', id] });
    reload();
  };
  return (
    <div className="stack">
      <p>
        <Link to="/webhooks">{own.all}</Link>
      </p>
      <div>
        <h1>{own.heading}</h1>
        {query.data && <p className="lead any">{query.data.data.url}</p>}
      </div>
      <Loaded query={query}>
        {({ data }) => (
          <>
            <Standing of={data} onChanged={reload} />
            <Deliveries of={data} onChanged={reload} />
            {canAct && (
              <>
                <WebhookSettings of={data} onChanged={reload} />
                <Secret of={data} onChanged={reload} />
                <Removal of={data} onRemoved={leave} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

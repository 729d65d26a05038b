// One call of a webhook in full, with the other attempts for its event.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { Age } from '../parts/age';
import { Dialog } from '../parts/dialog';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/states';
import { mayAdminister, useSession } from '../queries';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';
import type { Webhook, WebhookCall } from './requests';
import { SentAgain, type useSendingAgain } from './sending_again';
import { Result, Subject } from './shown_call';

interface OfDetails {
  webhook: Webhook;
  call: WebhookCall;
  sending: ReturnType<typeof useSendingAgain>;
  onClose: () => void;
}

export function DeliveryDialog({ webhook, call, sending, onClose }: OfDetails) {
  const { t, number, precise } = useTexts();
  const own = useTextsOf(webhookTexts);
  const canAct = mayAdminister(useSession());
  return (
    <Dialog title={own.eventTypes[call.type] ?? call.type} onClose={onClose}>
      <Result of={call} />
      {!call.taken && <p>{reasonOf(call, own)}</p>}
      <Facts
        of={[
          [t.at, precise(call.at)],
          [own.took, filled(own.milliseconds, { took: number(call.tookMs) })],
          [own.attempt, number(call.attempt)],
          [own.cause, own.causes[call.cause]],
          [own.about, call.about && <Subject of={call} />],
          [own.eventId, <code className="any">{call.event}</code>, true],
          [own.request, <code className="any">POST {webhook.url}</code>, true],
        ]}
      />
      <Attempts webhook={webhook.id} event={call.event} latest={sending.result?.id} />
      {call.cause === 'test' ? null : <p className="dim">{own.sendAgainHelp}</p>}
      <SentAgain by={sending} />
      <div className="row">
        {canAct && call.cause !== 'test' && (
          <Button loading={sending.isSending(call)} onClick={() => sending.send(call)}>
            {own.sendAgain}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {own.close}
        </Button>
      </div>
    </Dialog>
  );
}

interface OfAttempts {
  webhook: string;
  event: string;
  /** The call that was made from this dialog. */
  latest: string | undefined;
}

function Attempts({ webhook, event, latest }: OfAttempts) {
  const own = useTextsOf(webhookTexts);
  const query = useQuery({
    queryKey: ['webhooks', 'attempts', webhook, event, latest],
    queryFn: ({ signal }) =>
      get('/v2/profile/webhooks/{id}/deliveries', {
        id: webhook,
        signal,
        query: { 'filter[event]': event },
      }),
  });
  return (
    <div className="stack tight">
      <h3>{own.attempts}</h3>
      <Loaded query={query}>
        {({ data }) => (
          <ol className="plain stack tight" reversed>
            {data.deliveries.map((one) => (
              <li key={one.id} className="row">
                <Age at={one.at} hasSeconds />
                <Result of={one} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  );
}

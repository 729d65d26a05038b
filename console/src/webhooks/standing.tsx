// The state of a webhook, and the calls that an administrator begins.
import { Button } from '@mantine/core';
import { useState } from 'react';

import { Facts } from '../parts/facts';
import { fails } from '../parts/status';
import { useSubmission } from '../parts/submission';
import { mayAdminister, useSession } from '../queries';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';
import { LastReason } from './last_reason';
import { EventNames } from './list';
import { redeliver, sendTest, type Webhook } from './requests';
import { WaitingEvents, WebhookState } from './state';

interface OfStanding {
  of: Webhook;
  onChanged: () => void;
}

export function Standing({ of, onChanged }: OfStanding) {
  const { t, precise } = useTexts();
  const own = useTextsOf(webhookTexts);
  const canAct = mayAdminister(useSession());
  return (
    <section className="card stack" aria-label={own.state}>
      <div className="stack tight">
        <WebhookState of={of} />
        {fails(of) && (
          <p>
            <LastReason id={of.id} />
          </p>
        )}
        {of.state === 'given_up' && <p>{own.givenUpHelp}</p>}
      </div>
      <Facts
        of={[
          [own.events, <EventNames of={of.events} />],
          [t.flow, of.flow],
          [own.waiting, <WaitingEvents of={of} />],
          [own.oldest, of.oldestWaitingAt && precise(of.oldestWaitingAt)],
          [t.nextTry, of.nextTryAt && precise(of.nextTryAt)],
        ]}
      />
      {canAct && <Calls of={of} onChanged={onChanged} />}
    </section>
  );
}

/** Sends a test event, or the waiting events. The result is shown below the buttons. */
function Calls({ of, onChanged }: OfStanding) {
  const { number } = useTexts();
  const own = useTextsOf(webhookTexts);
  const [result, setResult] = useState<{ isGood: boolean; text: string }>();
  const { failure, isAsking, submit } = useSubmission();
  const test = async () => {
    const call = await sendTest(of.id);
    const took = number(call.tookMs);
    const text = call.taken
      ? filled(own.testTaken, { took, status: call.status ?? '' })
      : filled(own.testRefused, { took, reason: reasonOf(call, own) });
    setResult({ isGood: call.taken, text });
  };
  const deliver = async () => {
    const { waiting } = await redeliver(of.id);
    setResult({ isGood: true, text: filled(own.delivering, { count: number(waiting) }) });
  };
  const begin = (work: () => Promise<void>) => {
    setResult(undefined);
    void submit(work).then(onChanged);
  };
  const canDeliver = of.waiting > 0 || of.state === 'given_up';
  return (
    <div className="stack tight">
      <div className="row">
        <Button variant="default" loading={isAsking} onClick={() => begin(test)}>
          {own.test}
        </Button>
        {canDeliver && (
          <Button loading={isAsking} onClick={() => begin(deliver)}>
            {own.deliver}
          </Button>
        )}
      </div>
      {canDeliver && <p className="dim">{own.deliverHelp}</p>}
      {result && (
        <p role="status" className={result.isGood ? undefined : 'fault'}>
          {result.text}
        </p>
      )}
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}

// Sends one event of a webhook again, and says how the webhook answered.
import { useState } from 'react';

import { useSubmission } from '../parts/submission';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';
import { replay, type WebhookCall } from './requests';

export function useSendingAgain(webhook: string, onChanged: () => void) {
  const { failure, isAsking, submit } = useSubmission();
  const [sent, setSent] = useState<string>();
  const [result, setResult] = useState<WebhookCall>();
  const send = ({ id }: WebhookCall) => {
    setSent(id);
    setResult(undefined);
    void submit(async () => { setResult(await replay(webhook, id)); }).then(onChanged);
  };
  const isSending = ({ id }: WebhookCall) => isAsking && sent === id;
  return { failure, result, send, isSending };
}

export function SentAgain({ by: { failure, result } }: { by: ReturnType<typeof useSendingAgain> }) {
  const { number } = useTexts();
  const own = useTextsOf(webhookTexts);
  if (failure) return <p role="alert">{failure.message}</p>;
  if (!result) return null;
  const took = number(result.tookMs);
  return (
    <p role="status" className={result.taken ? undefined : 'fault'}>
      {result.taken
        ? filled(own.sentAgainTaken, { took, status: result.status ?? '' })
        : filled(own.sentAgainRefused, { took, reason: reasonOf(result, own) })}
    </p>
  );
}

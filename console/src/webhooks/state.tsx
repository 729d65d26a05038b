import { Age } from '../parts/age';
import { fails } from '../parts/status';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import type { Webhook } from './requests';

const waitingMax = 1_000;

/** The state in words, and when the failures of a webhook began. */
export function WebhookState({ of }: { of: Webhook }) {
  const own = useTextsOf(webhookTexts);
  if (!fails(of)) return <span className="status good">{own.healthy}</span>;
  return (
    <span className="stacked">
      <span className="status bad">{of.state === 'given_up' ? own.givenUp : own.failing}</span>
      {of.failingSince !== null && (
        <span className="dim">
          {own.firstFailure} <Age at={of.failingSince} />
        </span>
      )}
    </span>
  );
}

/** The exchange counts waiting events up to a limit. */
export function WaitingEvents({ of: { waiting } }: { of: Webhook }) {
  const { number } = useTexts();
  const own = useTextsOf(webhookTexts);
  return waiting < waitingMax ? number(waiting) : filled(own.waitingMax, { count: number(waiting) });
}

// The parts of a call that the list and the details show.
import { Link } from '@tanstack/react-router';

import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import type { WebhookCall } from './requests';

export function Subject({ of: { type, about: id } }: { of: WebhookCall }) {
  const { t } = useTexts();
  if (id === undefined) return null;
  if (type.startsWith('case.')) {
    return (
      <Link to="/cases/$id" params={{ id }}>
        {t.caseId}
      </Link>
    );
  }
  return (
    <Link to="/transactions/$id" params={{ id }} search={{}}>
      {t.document}
    </Link>
  );
}

export function Result({ of }: { of: WebhookCall }) {
  const own = useTextsOf(webhookTexts);
  const status = of.status ?? '';
  if (of.taken) return <span className="status good">{filled(own.accepted, { status })}</span>;
  return (
    <span className="status bad">
      {of.status === null ? own.noAnswer : filled(own.failed, { status })}
    </span>
  );
}

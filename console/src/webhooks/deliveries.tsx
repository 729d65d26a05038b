// The last calls of a webhook.
import { Link } from '@tanstack/react-router';

import { PagedTable, type Column } from '../parts/paged_table';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';
import type { WebhookCall } from './requests';

export function Deliveries({ calls }: { calls: WebhookCall[] }) {
  const { t, number, precise } = useTexts();
  const own = useTextsOf(webhookTexts);
  const columns: Column<WebhookCall>[] = [
    { header: t.at, cell: (row) => precise(row.at) },
    { header: own.event, cell: (row) => own.eventTypes[row.type] ?? row.type },
    { header: own.about, cell: (row) => <Subject of={row} /> },
    { header: own.result, cell: (row) => <Result of={row} /> },
    {
      header: own.took,
      isNumber: true,
      cell: (row) => filled(own.milliseconds, { took: number(row.tookMs) }),
    },
  ];
  return (
    <section className="stack">
      <h2>{own.deliveries}</h2>
      <p className="dim">{own.deliveriesHelp}</p>
      <PagedTable
        name={own.deliveries}
        columns={columns}
        page={{ items: calls, nextCursor: null }}
        whenEmpty={own.noDeliveries}
        keyOf={({ event, at }) => `${event} ${at}`}
      />
    </section>
  );
}

function Subject({ of: { type, about: id } }: { of: WebhookCall }) {
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

function Result({ of }: { of: WebhookCall }) {
  const own = useTextsOf(webhookTexts);
  const status = of.status ?? '';
  if (of.taken) return <span className="status good">{filled(own.accepted, { status })}</span>;
  return (
    <span className="stacked">
      <span className="status bad">
        {of.status === null ? own.noAnswer : filled(own.failed, { status })}
      </span>
      <span>{reasonOf(of, own)}</span>
    </span>
  );
}

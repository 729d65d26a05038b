import { Link } from '@tanstack/react-router';

import { PagedTable, type Column } from '../parts/paged_table';
import { fails, markOfTest } from '../parts/status';
import { useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { LastReason } from './last_reason';
import type { Webhook } from './requests';
import { WaitingEvents, WebhookState } from './state';

export function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTexts();
  const own = useTextsOf(webhookTexts);
  const columns: Column<Webhook>[] = [
    {
      header: t.address,
      cell: ({ id, url }) => (
        <Link to="/webhooks/$id" params={{ id }}>
          {url}
        </Link>
      ),
      onPhone: ({ flow }) => ({ place: 'head', lead: markOfTest(flow) }),
    },
    { header: own.events, cell: ({ events }) => <EventNames of={events} /> },
    { header: t.flow, cell: ({ flow }) => flow },
    { header: own.state, cell: (row) => <WebhookState of={row} />, onPhone: () => ({ place: 'status' }) },
    {
      header: t.reason,
      cell: (row) => fails(row) && <LastReason id={row.id} />,
      isEmpty: (row) => !fails(row),
      onPhone: (row) => (fails(row) ? { place: 'why' } : undefined),
    },
    {
      header: own.waiting,
      isNumber: true,
      cell: (row) => <WaitingEvents of={row} />,
      onPhone: () => ({ place: 'age', lead: `${own.waiting}:` }),
    },
  ];
  return (
    <PagedTable
      name={t.webhooks}
      columns={columns}
      page={{ items: webhooks, nextCursor: null }}
      whenEmpty={own.none}
      keyOf={({ id }) => id}
    />
  );
}

export function EventNames({ of }: { of: string[] }) {
  const own = useTextsOf(webhookTexts);
  return (
    <span className="stacked">
      {of.map((type) => (
        <span key={type}>{own.eventTypes[type] ?? type}</span>
      ))}
    </span>
  );
}

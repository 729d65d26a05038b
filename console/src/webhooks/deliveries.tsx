// The calls of a webhook: their outcome, their details, and sending one event again.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { Age } from '../parts/age';
import { FilterForm } from '../parts/filter_form';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { mayAdminister, useSession } from '../queries';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';
import { DeliveryDialog } from './delivery_dialog';
import { renewedEveryMs } from './last_reason';
import { SentAgain, useSendingAgain } from './sending_again';
import type { Webhook, WebhookCall } from './requests';
import { Result, Subject } from './shown_call';

const outcomes = ['failed', 'taken'] as const;

interface Wanted {
  outcome?: string | undefined;
  cursor?: string | undefined;
}

interface OfDeliveries {
  of: Webhook;
  onChanged: () => void;
}

export function Deliveries({ of: webhook, onChanged }: OfDeliveries) {
  const own = useTextsOf(webhookTexts);
  const [wanted, setWanted] = useState<Wanted>({});
  const [detailed, setDetailed] = useState<WebhookCall>();
  const sending = useSendingAgain(webhook.id, onChanged);
  const { id } = webhook;
  const query = useQuery({
    queryKey: ['webhooks', 'calls', id, wanted, webhook.failures, webhook.waiting],
    queryFn: ({ signal }) =>
      get('/v2/profile/webhooks/{id}/deliveries', {
        id,
        signal,
        inBackground: true,
        query: { 'filter[outcome]': wanted.outcome, cursor: wanted.cursor },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs,
  });
  return (
    <section className="stack" aria-label={own.deliveries}>
      <div>
        <h2>{own.deliveries}</h2>
        <p className="dim">{own.deliveriesHelp}</p>
      </div>
      <FilterForm
        filters={[{ name: 'outcome', label: own.result, words: outcomes, names: own.outcomes }]}
        values={{ outcome: wanted.outcome }}
        onChange={({ outcome }) => setWanted({ outcome })}
      />
      {!detailed && <SentAgain by={sending} />}
      <Loaded query={query}>
        {({ data }) => (
          <CallTable
            calls={data.deliveries}
            nextCursor={data.nextCursor}
            wanted={wanted}
            onWanted={setWanted}
            onDetails={setDetailed}
            sending={sending}
          />
        )}
      </Loaded>
      {detailed && (
        <DeliveryDialog
          webhook={webhook}
          call={detailed}
          sending={sending}
          onClose={() => setDetailed(undefined)}
        />
      )}
    </section>
  );
}

interface OfTable {
  calls: WebhookCall[];
  nextCursor: string | null;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
  onDetails: (call: WebhookCall) => void;
  sending: ReturnType<typeof useSendingAgain>;
}

function CallTable({ calls, nextCursor, wanted, onWanted, onDetails, sending }: OfTable) {
  const { t, number } = useTexts();
  const own = useTextsOf(webhookTexts);
  const canAct = mayAdminister(useSession());
  const columns: Column<WebhookCall>[] = [
    {
      header: own.event,
      cell: (row) => (
        <span className="stacked">
          <span>{own.eventTypes[row.type] ?? row.type}</span>
          <Subject of={row} />
        </span>
      ),
      onPhone: () => ({ place: 'head' }),
    },
    {
      header: own.result,
      cell: (row) => (
        <span className="stacked">
          <Result of={row} />
          {row.cause === 'replay' && <span className="dim">{own.causes.replay}</span>}
        </span>
      ),
      onPhone: () => ({ place: 'status' }),
    },
    {
      header: t.reason,
      cell: (row) => !row.taken && <span className="clamped">{reasonOf(row, own)}</span>,
      isEmpty: ({ taken }) => taken,
      onPhone: ({ taken }) => (taken ? undefined : { place: 'why' }),
    },
    { header: t.at, cell: (row) => <Age at={row.at} hasSeconds />, onPhone: () => ({ place: 'age' }) },
    { header: own.attempt, isNumber: true, cell: ({ attempt }) => number(attempt) },
    {
      header: own.took,
      isNumber: true,
      cell: (row) => filled(own.milliseconds, { took: number(row.tookMs) }),
    },
    {
      header: own.actions,
      cell: (row) => (
        <span className="row">
          <Button size="xs" variant="default" onClick={() => onDetails(row)}>
            {own.details}
          </Button>
          {canAct && row.cause !== 'test' && (
            <Button
              size="xs"
              variant="default"
              loading={sending.isSending(row)}
              onClick={() => sending.send(row)}
            >
              {own.sendAgain}
            </Button>
          )}
        </span>
      ),
      onPhone: () => ({ place: 'actions' }),
    },
  ];
  return (
    <PagedTable
      name={own.deliveries}
      columns={columns}
      page={{ items: calls, nextCursor }}
      whenEmpty={wanted.outcome === undefined ? own.noDeliveries : own.noSuchDeliveries}
      keyOf={({ id }) => id}
      turning={{ cursor: wanted.cursor, to: (cursor) => onWanted({ ...wanted, cursor }) }}
    />
  );
}

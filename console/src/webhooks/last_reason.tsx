import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { fails } from '../parts/status';
import { useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { reasonOf } from './calls';

export const renewedEveryMs = 30_000;
const renewedWhileFailingMs = 5_000;

/** The webhook with its last calls. The page requests a failing one often, because the user repairs it now. */
export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: ['webhooks', 'deliveries', id],
    queryFn: ({ signal }) =>
      get('/v2/profile/webhooks/{id}/deliveries', { id, signal, inBackground: true }),
    refetchInterval: ({ state }) => {
      const webhook = state.data?.data;
      const isMoving = webhook && (fails(webhook) || webhook.waiting > 0);
      return isMoving ? renewedWhileFailingMs : renewedEveryMs;
    },
  });

/** Why the last call failed. */
export function LastReason({ id }: { id: string }) {
  const own = useTextsOf(webhookTexts);
  const { data } = useDeliveries(id);
  if (data === undefined) return null;
  const failed = data.data.deliveries.find(({ taken }) => !taken);
  return <span className="clamped">{failed ? reasonOf(failed, own) : own.unknownReason}</span>;
}

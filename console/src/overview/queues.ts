import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { renewedEveryMs } from './times';
import type { Queue } from './trouble';

async function overdue(signal: AbortSignal) {
  const { data } = await get('/admin/overview', { signal, inBackground: true });
  return new Set(
    data.longestWaiting
      .filter(({ isOverdue }) => isOverdue)
      .map(({ participant, flow }) => `${participant.id ?? ''} ${flow}`),
  );
}

/** The inboxes of a participant, or of all. The list updates itself. */
export const useQueues = (participant?: string) =>
  useQuery({
    queryKey: ['queues', participant],
    queryFn: async ({ signal }) => {
      const stopped = await overdue(signal);
      const pages = await allPages((cursor) => {
        const query = { 'filter[participant]': participant, cursor, per_page: rowsOfPage };
        return get('/admin/queues', { signal, query, inBackground: true });
      });
      const items = pages.items.map((queue): Queue => {
        const isOverdue = stopped.has(`${queue.participant.id ?? ''} ${queue.flow}`);
        return { ...queue, isOverdue };
      });
      return { ...pages, items };
    },
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });

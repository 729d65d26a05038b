import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { renewedEveryMs } from './times';
import type { Queue } from './trouble';

/** Returns the keys of inboxes that are overdue. The overview has only the longest waits, and the number of all. */
async function overdue(signal: AbortSignal) {
  const { data } = await get('/admin/overview', { signal, inBackground: true });
  const keys = data.longestWaiting
    .filter(({ isOverdue }) => isOverdue)
    .map(({ participant, flow }) => `${participant.id ?? ''} ${flow}`);
  const count = data.flows.reduce((sum, flow) => sum + flow.overdue, 0);
  return { stopped: new Set(keys), overdueMarked: keys.length, overdueCount: count };
}

/** The inboxes of a participant, or of all. The list updates itself. */
export const useQueues = (participant?: string) =>
  useQuery({
    queryKey: ['queues', participant],
    queryFn: async ({ signal }) => {
      const { stopped, ...counts } = await overdue(signal);
      const pages = await allPages((cursor) => {
        const query = { 'filter[participant]': participant, cursor, per_page: rowsOfPage };
        return get('/admin/queues', { signal, query, inBackground: true });
      });
      const items = pages.items.map((queue): Queue => {
        const isOverdue = stopped.has(`${queue.participant.id ?? ''} ${queue.flow}`);
        return { ...queue, isOverdue };
      });
      return { ...pages, ...counts, items };
    },
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });

import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { renewedEveryMs } from './times';

/** The inboxes of a participant, or of all. The list updates itself. */
export const useQueues = (participant?: string) =>
  useQuery({
    queryKey: ['queues', participant],
    queryFn: ({ signal }) =>
      allPages((cursor) => {
        const query = { 'filter[participant]': participant, cursor, per_page: rowsOfPage };
        return get('/admin/queues', { signal, query, inBackground: true });
      }),
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });

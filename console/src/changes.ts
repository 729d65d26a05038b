// Pages that update themselves: the exchange signals a change, and the page requests its data again.
// The event stream ends with each answer, so the page requests it repeatedly. A hidden tab requests
// nothing, and catches up when it is visible again.
import { useQuery } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';

import { getEventStream } from './api';
import { changesKey, queries, useSession } from './queries';

const pauseMs = 2_000;

const renew = () =>
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['isLive'] === true });

// Reads nothing from the query, so an answer does not render the component again.
export function useChanges() {
  const { role } = useSession();
  const seen = useRef<string | undefined>(undefined);
  useQuery({
    queryKey: [changesKey, role],
    queryFn: async ({ signal }) => {
      const path = role === 'operator' ? '/admin/changes' : '/v2/changes';
      const { id } = await getEventStream(path, seen.current, signal);
      // Data that was requested before the first answer may be out of date.
      if (id !== seen.current) renew();
      seen.current = id;
      return id;
    },
    refetchInterval: pauseMs,
    staleTime: 0,
    gcTime: 0,
  });
}

const subscribe = (changed: () => void) => queries.getQueryCache().subscribe(changed);
const lastRenewal = () =>
  queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => meta?.['isLive'] === true })
    .reduce((last, { state }) => Math.max(last, state.dataUpdatedAt), 0);

/** Returns the time of the last update of the page, or 0 before the first update. */
export const useLastRenewal = () => useSyncExternalStore(subscribe, lastRenewal);

// A link in a message names the participant and the flow of its page, in which the session may not
// be.
import { useEffect, useState } from 'react';

import { switchSession, type Session } from './api';
import { setSession } from './queries';

function taken() {
  const search = new URLSearchParams(location.search);
  const participant = search.get('participant');
  const flow = search.get('flow');
  if (participant === null || (flow !== 'LIVE' && flow !== 'TEST')) return undefined;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return { participant, flow } as const;
}

const place = taken();

/** Returns true while the session of a person is switched to the place of the address. */
export function useIsSwitching(session: Session | null | undefined): boolean {
  const [isDone, setIsDone] = useState(place === undefined);
  const isThere = session?.id === place?.participant && session?.flow === place?.flow;
  const mustSwitch = !isDone && session?.person !== undefined && !isThere;
  useEffect(() => {
    if (!mustSwitch || !place) return;
    // Without a membership there, the page answers that it is not found.
    void switchSession(place)
      .then(setSession, () => undefined)
      .finally(() => setIsDone(true));
  }, [mustSwitch]);
  return mustSwitch;
}

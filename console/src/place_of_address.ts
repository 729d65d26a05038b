// A link in a message names the participant and the flow of its page, in which the session may not
// be.
import { useEffect, useState } from 'react';

import { Refusal, switchSession, type Session } from './api';
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

export interface Switching {
  isSwitching: boolean;
  /** What the person has to do first. */
  refusal: string | undefined;
}

/** Switches the session of a person to the place of the address. */
export function useSwitching(session: Session | null | undefined): Switching {
  const [isDone, setIsDone] = useState(place === undefined);
  const [refusal, setRefusal] = useState<{ of: Session; text: string }>();
  const isThere = session?.id === place?.participant && session?.flow === place?.flow;
  const isSwitching = !isDone && session?.person !== undefined && !isThere;
  useEffect(() => {
    // A person who is there already may switch to another place later.
    if (session && isThere) setIsDone(true);
  }, [session, isThere]);
  useEffect(() => {
    if (!isSwitching || !place) return;
    // Without a membership there, the page answers that it is not found.
    const refused = (reason: unknown) => {
      const isNeeded = reason instanceof Refusal && reason.detail === 'second_factor_needed';
      if (isNeeded) setRefusal({ of: session, text: reason.message });
    };
    void switchSession(place)
      .then(setSession, refused)
      .finally(() => setIsDone(true));
  }, [isSwitching]);
  return { isSwitching, refusal: refusal?.of === session ? refusal?.text : undefined };
}

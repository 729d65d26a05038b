// The selection of each list and its last run. They outlive the page, so that they are there again
// after a sign-in, and after the user has opened a row and returned.
import { useSyncExternalStore } from 'react';

import type { Session } from '../api';
import { ownerOf } from '../owner_of';
import { nothing, type Chosen } from './chosen';
import type { Account } from './run';

export interface Run {
  /** The name of the action. */
  action: string;
  /** The names of the rows, by id. Rows can leave the list. */
  names: ReadonlyMap<string, string>;
  account: Account;
}

interface Kept {
  /** The filters and the page to which the selection belongs. Others begin without a selection. */
  address: string;
  chosen: Chosen;
  run: Run | undefined;
}

// A selection is not shown to another person.
let owner = '';
const lists = new Map<string, Kept>();
const listeners = new Set<() => void>();

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export interface Place {
  list: string;
  address: string;
  session: Session;
}

function keptAt({ list, session }: Place): Kept | undefined {
  return ownerOf(session) === owner ? lists.get(list) : undefined;
}

export const chosenAt = (place: Place): Chosen => {
  const kept = keptAt(place);
  return kept?.address === place.address ? kept.chosen : nothing;
};

export const runAt = (place: Place): Run | undefined => keptAt(place)?.run;

function put(place: Place, part: Partial<Kept>) {
  const { list, address, session } = place;
  const kept = { chosen: chosenAt(place), run: runAt(place), address, ...part };
  if (ownerOf(session) !== owner) lists.clear();
  owner = ownerOf(session);
  lists.set(list, kept);
  for (const changed of listeners) changed();
}

export const putChosen = (place: Place, chosen: Chosen) => {
  put(place, { chosen });
};
/** Changes nothing if the list has another owner now. The selection may belong to other filters now. */
export const putRun = (place: Place, run: Run | undefined) => {
  const kept = keptAt(place);
  if (kept) put({ ...place, address: kept.address }, { run });
};

export const useChosen = (place: Place) => useSyncExternalStore(subscribe, () => chosenAt(place));
export const useRun = (place: Place) => useSyncExternalStore(subscribe, () => runAt(place));

// The selection of a list: its check boxes, and the run of an action on its rows.
import { useEffect, useRef } from 'react';

import { Refusal } from '../api';
import { renewPages, useSession } from '../queries';
import { nothing, onlyShown, withAll, without, withRow } from './chosen';
import { chosenAt, putChosen, putRun, useChosen, useRun, type Place, type Run } from './kept';
import { outcomeOfRefusal, pause, runAll, type Account, type Outcome } from './run';

/** The boxes of a table. */
export interface Boxes<Row> {
  isChosen: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  /** True during a run. */
  isFixed: boolean;
  onChoose: (row: Row, isRange: boolean) => void;
  onAll: () => void;
}

export interface Work<Row> {
  action: string;
  rows: Row[];
  send: (row: Row) => Promise<unknown>;
}

export interface Selection<Row> {
  /** Undefined for a user who has no action. */
  boxes: Boxes<Row> | undefined;
  /** The chosen rows, in the order of the list. */
  rows: Row[];
  run: Run | undefined;
  isRunning: boolean;
  clear: () => void;
  start: (work: Work<Row>) => Promise<void>;
  stop: () => void;
  /** Ends the account of the last run. */
  dismiss: () => void;
}

async function outcomeOf(request: Promise<unknown>): Promise<Outcome> {
  try {
    await request;
    return { is: 'done' };
  } catch (error) {
    return error instanceof Refusal ? outcomeOfRefusal(error) : { is: 'unanswered' };
  }
}

const warn = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

export function usePlace(list: string, filters: object): Place {
  return { list, address: JSON.stringify(filters), session: useSession() };
}

/** Returns true if rows are selected. The list then does not update itself, so each row keeps its place. */
export const useHasSelection = (place: Place) => useChosen(place).ids.size > 0;

interface OfList<Row> {
  /** The shown rows, or undefined before the list has arrived. */
  rows: Row[] | undefined;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  mayAct: boolean;
}

export function useSelection<Row>(place: Place, { rows, idOf, nameOf, mayAct }: OfList<Row>): Selection<Row> {
  const chosen = useChosen(place);
  const run = useRun(place);
  const control = useRef<AbortController>(undefined);
  const isRunning = run !== undefined && run.account.end === undefined;
  const shown = (rows ?? []).map(idOf);
  // A row that is not shown any more leaves the selection, so an action changes no hidden row.
  useEffect(() => {
    if (rows === undefined || isRunning) return;
    const left = onlyShown(chosen, shown);
    if (left !== chosen) putChosen(place, left);
  });
  // A page of another session must not continue a run.
  useEffect(() => () => control.current?.abort(), []);

  const start = async ({ action, rows: of, send }: Work<Row>) => {
    const byId = new Map(of.map((row) => [idOf(row), row]));
    const names = new Map(of.map((row) => [idOf(row), nameOf(row)]));
    const stopping = new AbortController();
    control.current = stopping;
    const show = (account: Account) => {
      putRun(place, { action, names, account });
    };
    show({ count: byId.size, done: [], problems: [], end: undefined });
    addEventListener('beforeunload', warn);
    const account = await runAll({
      ids: [...byId.keys()],
      signal: stopping.signal,
      send: (id) => outcomeOf(send(byId.get(id) as Row)),
      wait: pause,
      onProgress: show,
    });
    removeEventListener('beforeunload', warn);
    // Other filters have another selection.
    if (chosenAt(place).ids.size > 0) putChosen(place, without(chosenAt(place), account.done));
    show(account);
    await renewPages();
  };
  const boxes: Boxes<Row> = {
    isChosen: (row) => chosen.ids.has(idOf(row)),
    nameOf,
    isFixed: isRunning,
    onChoose: (row, isRange) => {
      putChosen(place, withRow(chosen, { shown, id: idOf(row), isRange }));
    },
    onAll: () => {
      putChosen(place, withAll(chosen, shown));
    },
  };
  return {
    boxes: mayAct ? boxes : undefined,
    rows: (rows ?? []).filter((row) => chosen.ids.has(idOf(row))),
    run,
    isRunning,
    clear: () => {
      putChosen(place, nothing);
    },
    start,
    stop: () => control.current?.abort(),
    dismiss: () => {
      putRun(place, undefined);
    },
  };
}

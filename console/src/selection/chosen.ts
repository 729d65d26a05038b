// The rows of a list that the user has chosen, by their ids.
export interface Chosen {
  ids: ReadonlySet<string>;
  /** The row that was chosen last. A range begins there. */
  anchor: string | undefined;
}

export const nothing: Chosen = { ids: new Set(), anchor: undefined };

/** Returns the shown ids from one row to another one, in either direction. */
function between(shown: string[], one: string, other: string): string[] {
  const [from = 0, to = 0] = [shown.indexOf(one), shown.indexOf(other)].sort((a, b) => a - b);
  return from < 0 ? [other] : shown.slice(from, to + 1);
}

interface Choice {
  shown: string[];
  id: string;
  isRange: boolean;
}

/** Chooses a row, or removes it from the choice. A range applies the same change to every row up to the anchor. */
export function withRow({ ids, anchor }: Chosen, { shown, id, isRange }: Choice): Chosen {
  const changed = isRange && anchor !== undefined ? between(shown, anchor, id) : [id];
  const next = new Set(ids);
  for (const one of changed) {
    if (ids.has(id)) next.delete(one);
    else next.add(one);
  }
  return { ids: next, anchor: id };
}

/** Chooses all shown rows, or nothing if all of them are chosen. */
export function withAll({ ids }: Chosen, shown: string[]): Chosen {
  return shown.every((id) => ids.has(id)) ? nothing : { ids: new Set(shown), anchor: undefined };
}

export function without({ ids, anchor }: Chosen, removed: readonly string[]): Chosen {
  return { ids: new Set([...ids].filter((id) => !removed.includes(id))), anchor };
}

/** Returns the same object if all chosen rows are shown. */
export function onlyShown(chosen: Chosen, shown: string[]): Chosen {
  const gone = [...chosen.ids].filter((id) => !shown.includes(id));
  return gone.length === 0 ? chosen : without(chosen, gone);
}

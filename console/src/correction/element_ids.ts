import { useRef, useState } from 'react';

/** Identifies the elements of a list, so that each keeps its state when another is removed. */
export function useElementIds(count: number) {
  const next = useRef(0);
  const fresh = (length: number) => Array.from({ length }, () => next.current++);
  const [ids, setIds] = useState(() => fresh(count));
  // Elements that the user added or worked in stay visible and open.
  const [used, setUsed] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    used,
    use: (id: number | undefined) => {
      if (id !== undefined && !used.has(id)) setUsed(new Set([...used, id]));
    },
    /** Returns the id of the first new element. */
    add: (length: number) => {
      const added = fresh(length);
      setIds([...ids, ...added]);
      return added[0];
    },
    remove: (at: number) => {
      setIds(ids.filter((_id, place) => place !== at));
    },
  };
}

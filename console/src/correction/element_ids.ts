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
    add: () => {
      const [id = 0] = fresh(1);
      setIds([...ids, id]);
      setUsed(new Set([...used, id]));
    },
    remove: (at: number) => {
      setIds(ids.filter((_id, place) => place !== at));
    },
  };
}

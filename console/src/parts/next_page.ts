import { useEffect } from 'react';

/** Loads the program of the page that the user probably opens next. A slow network then needs only its data. */
export function useNextPage(isShown: boolean, load: () => Promise<unknown>) {
  useEffect(() => {
    // A failure is of no consequence: the page is loaded again when it is opened.
    if (isShown) load().catch(() => undefined);
  }, [isShown, load]);
}

import { useEffect } from 'react';

/** Sets the title of the window, for tabs and screen readers. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · tradepost`;
  }, [title]);
}

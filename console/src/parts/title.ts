import { useEffect } from 'react';

/** Of the window, for tabs and for those who have it read to them. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · tradepost`;
  }, [title]);
}

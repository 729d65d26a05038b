import { useEffect, useReducer } from 'react';

import { useTexts } from '../texts/texts';

const renewedEveryMs = 10_000;

/** Says how long ago a moment was, and keeps this true. The exact time is shown on hover. */
export function Age({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) {
  const { ago, precise } = useTexts();
  const [, renew] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const timer = setInterval(renew, hasSeconds ? 1_000 : renewedEveryMs);
    return () => clearInterval(timer);
  }, [hasSeconds]);
  return (
    <time className="age" dateTime={at} title={precise(at)}>
      {ago(at, hasSeconds)}
    </time>
  );
}

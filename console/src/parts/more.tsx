import { Button } from '@mantine/core';
import { useState } from 'react';

import { filled, useTexts } from '../texts/texts';

interface OfMore {
  onMore: () => void;
  shown: number;
  count: number;
  text?: string;
}

/** A button that shows the next portion of a long list. */
export function More({ onMore, shown, count, text }: OfMore) {
  const { t, number } = useTexts();
  return (
    <div className="no-print">
      <Button variant="default" size="xs" onClick={onMore}>
        {filled(text ?? t.showMoreOf, { shown: number(shown), count: number(count) })}
      </Button>
    </div>
  );
}

/** Returns the first portion of a list, and a button for the next one. */
export function usePortions<Item>(all: Item[], atATime: number) {
  const [count, setCount] = useState(atATime);
  const more =
    all.length > count ? (
      <More onMore={() => setCount(count + atATime)} shown={count} count={all.length} />
    ) : null;
  return { shown: all.length > count ? all.slice(0, count) : all, more };
}

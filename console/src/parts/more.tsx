import { Button } from '@mantine/core';
import { useState } from 'react';

import { filled, useTexts } from '../texts/texts';

interface OfMore {
  onMore: () => void;
  shown: number;
  count: number;
  text?: string;
}

/** Leads to the next portion of something long. */
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

/** The first of many, and what shows more of them. */
export function usePortions<Item>(all: Item[], atATime: number) {
  const [count, setCount] = useState(atATime);
  const more =
    all.length > count ? (
      <More onMore={() => setCount(count + atATime)} shown={count} count={all.length} />
    ) : null;
  return { shown: all.length > count ? all.slice(0, count) : all, more };
}

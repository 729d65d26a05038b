import { expect, test } from 'vitest';

import { ticksUpTo } from './ticks';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [13, [0, 5, 10, 15]],
  [200, [0, 50, 100, 150, 200]],
  [201, [0, 50, 100, 150, 200, 250]],
  [1_000_001, [0, 500_000, 1_000_000, 1_500_000]],
])('an axis up to %d has the ticks %j', (most, ticks) => expect(ticksUpTo(most)).toEqual(ticks));

import { expect, test } from 'vitest';

import { previewOf } from './preview';

test.each([
  ['INV-2026-', '42', '5', 'INV-2026-00042'],
  ['INV-', '123456', '5', 'INV-123456'],
  ['', '20260001', '1', '20260001'],
  [' A ', ' 7 ', ' 2 ', 'A07'],
])('a range with %j, %j and %j gives %j', (prefix, next, width, number) => {
  expect(previewOf({ prefix, next, width })).toBe(number);
});

test.each([
  ['', '5'],
  ['0', '5'],
  ['-1', '5'],
  ['7', ''],
  ['7', '13'],
  ['7', 'x'],
])('no number is shown for %j with %j digits', (next, width) => {
  expect(previewOf({ prefix: 'A', next, width })).toBeUndefined();
});

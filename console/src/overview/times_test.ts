import { expect, test } from 'vitest';

import { beginnings, columnOf, questionFor } from './times';

const now = Date.parse('2026-03-31T14:30:00Z');
const written = (times: number[]) => times.map((time) => new Date(time).toISOString());

test.each([
  ['hour', 48, '2026-03-29T15:00:00.000Z', '2026-03-31T14:00:00.000Z'],
  ['day', 31, '2026-03-01T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
  ['month', 12, '2025-04-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
] as const)('columns of a chart by %s end with the present', (step, count, first, last) => {
  const columns = written(beginnings(step, now));
  expect(columns).toHaveLength(count);
  expect([columns[0], columns.at(-1)]).toEqual([first, last]);
});

test.each([
  ['hour', '2026-03-29T15:00:00.000Z', '2026-03-31T15:00:00.000Z', 'hour'],
  ['day', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', 'day'],
  ['month', '2025-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', 'day'],
] as const)('the query of a chart by %s covers its columns', (chart, from, to, step) => {
  expect(questionFor(chart, now)).toEqual({ from, to, step });
});

test('a count belongs to the last column that begins before it', () => {
  const columns = beginnings('month', now);
  expect(columnOf(columns, '2026-02-28T23:59:59Z')).toBe(10);
  expect(columnOf(columns, '2026-03-01T00:00:00Z')).toBe(11);
  expect(columnOf(columns, '2025-03-31T00:00:00Z')).toBe(-1);
});

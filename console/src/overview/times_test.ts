import { expect, test } from 'vitest';

import { beginnings, columnOf, daysOfColumn, labelOf, questionFor, withCounts } from './times';

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

test.each([
  ['day', [], 7],
  ['day', ['2026-03-31T00:00:00Z'], 7],
  ['day', ['2026-03-20T00:00:00Z', '2026-03-22T00:00:00Z'], 12],
  ['day', ['2026-03-01T00:00:00Z'], 31],
  ['hour', ['2026-03-31T13:00:00Z'], 24],
  ['hour', ['2026-03-30T03:00:00Z'], 36],
  ['month', [], 3],
] as const)('a chart by %s of the counts %j has %d columns', (step, counted, columns) => {
  const all = beginnings(step, now);
  const shown = withCounts(all, step, [...counted]);
  expect(shown).toEqual(all.slice(-columns));
});

test('days have at most seven labels, and the last day has one', () => {
  for (const count of [7, 8, 31]) {
    const columns = beginnings('day', now).slice(-count);
    const labels = columns.map((_, at) => labelOf(columns, at, 'day'));
    expect(labels.at(-1)).toBe('always');
    expect(labels.filter(Boolean).length).toBeLessThanOrEqual(7);
    expect(labels.filter((label) => label === 'always').length).toBeLessThanOrEqual(4);
  }
});

test('midnight and every sixth hour have a label', () => {
  const columns = Array.from({ length: 24 }, (_, hour) => new Date(2026, 2, 10, hour).getTime());
  const labels = columns.flatMap((_, at) => labelOf(columns, at, 'hour') ?? []);
  expect(labels).toEqual(['always', 'ifWide', 'always', 'ifWide']);
  expect(labelOf(columns, 0, 'hour')).toBe('always');
});

test.each([
  ['hour', '2026-02-28T23:00:00Z', '2026-02-28', '2026-02-28'],
  ['day', '2026-02-28T00:00:00Z', '2026-02-28', '2026-02-28'],
  ['month', '2026-02-01T00:00:00Z', '2026-02-01', '2026-02-28'],
] as const)('the column of the %s at %s has the days from %s until %s', (step, begins, from, until) =>
  expect(daysOfColumn(Date.parse(begins), step)).toEqual({ from, until }),
);

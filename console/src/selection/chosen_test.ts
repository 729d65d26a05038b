import { expect, test } from 'vitest';

import { nothing, onlyShown, withAll, without, withRow, type Chosen } from './chosen';

const shown = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: Chosen) => [...ids].sort().join('');
const choose = (chosen: Chosen, id: string, isRange = false) => withRow(chosen, { shown, id, isRange });

test('a row is chosen, and chosen no longer', () => {
  const one = choose(nothing, 'b');
  expect(idsOf(one)).toBe('b');
  expect(idsOf(choose(one, 'b'))).toBe('');
  expect(idsOf(nothing)).toBe('');
});

test('a range has every row between the last choice and this one, in both directions', () => {
  expect(idsOf(choose(choose(nothing, 'b'), 'd', true))).toBe('bcd');
  expect(idsOf(choose(choose(nothing, 'd'), 'b', true))).toBe('bcd');
});

test('a range begins at the end of the range before it', () => {
  const range = choose(choose(nothing, 'a'), 'c', true);
  expect(idsOf(choose(range, 'e', true))).toBe('abcde');
});

test('a range that ends at a chosen row removes its rows', () => {
  const all = withAll(nothing, shown);
  expect(idsOf(choose(choose(all, 'b'), 'd', true))).toBe('ae');
});

test('a range without a beginning, or with one that is not shown, is one row', () => {
  expect(idsOf(choose(nothing, 'c', true))).toBe('c');
  expect(idsOf(choose({ ids: new Set(['x']), anchor: 'x' }, 'c', true))).toBe('cx');
});

test('all shown rows are chosen, and then none', () => {
  const all = withAll(choose(nothing, 'b'), shown);
  expect(idsOf(all)).toBe('abcde');
  expect(idsOf(withAll(all, shown))).toBe('');
});

test('rows leave the choice, and a complete choice stays the same object', () => {
  const all = withAll(nothing, shown);
  expect(idsOf(without(all, ['a', 'e']))).toBe('bcd');
  expect(idsOf(onlyShown(all, ['b', 'c']))).toBe('bc');
  expect(onlyShown(all, shown)).toBe(all);
});

import { expect, test } from 'vitest';

import { caseFiltersOf, composingOf, daysOf, filtersOf, isReversed, oneOf, text } from './search';

const given = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(filtersOf(search)).filter(([, value]) => value !== undefined));

test('known values of filters are kept', () => {
  const search = { type: 'ORDER', status: 'FAILED', direction: 'sent', flow: 'TEST', cursor: 'c' };
  expect(given(search)).toEqual(search);
});

test('unknown values and unknown names of filters are dropped', () => {
  expect(given({ type: 'LETTER', status: 'failed', direction: 1, flow: null, colour: 'red' })).toEqual({});
});

test('a number that the router has parsed is text again', () => {
  expect(given({ number: 4711, from: '2026-01-31' })).toEqual({ number: '4711', from: '2026-01-31' });
});

test.each([['', undefined], [undefined, undefined], [true, undefined], [0, '0'], ['a', 'a']])(
  'text of %j is %j',
  (value, expected) => expect(text(value)).toBe(expected),
);

test('a word is one of a list or undefined', () => {
  expect(oneOf(['open', 'resolved'])('open')).toBe('open');
  expect(oneOf(['open', 'resolved'])('closed')).toBeUndefined();
});

test('filters of cases have only their own words', () => {
  const known = { status: 'open', turn: 'own', type: 'ORDER', partner: 'p' };
  expect(caseFiltersOf(known)).toMatchObject(known);
  expect(caseFiltersOf({ status: 'FAILED', turn: 'mine' })).toMatchObject({ status: undefined, turn: undefined });
});

test('a new document has a known kind, a partner and perhaps a GLN', () => {
  const known = { type: 'ORDER', partner: 'p', gln: '4012345000009' };
  expect(composingOf({ ...known, gln: 4012345000009, colour: 'red' })).toEqual(known);
  expect(composingOf({ type: 'LETTER', partner: '' })).toEqual({ type: undefined, partner: undefined, gln: undefined });
});

test('an open end of a period is the earliest or the latest day', () => {
  expect(daysOf({})).toBeUndefined();
  expect(daysOf({ from: '2026-01-31' })).toBe('2026-01-31,9999-12-31');
  expect(daysOf({ until: '2026-01-31' })).toBe('0001-01-01,2026-01-31');
});

test('a period is reversed if both of its ends are given and the end is first', () => {
  expect(isReversed({ from: '2026-03-02', until: '2026-03-01' })).toBe(true);
  expect(isReversed({ from: '2026-03-02', until: '2026-03-02' })).toBe(false);
  expect(isReversed({ from: '2026-03-02' })).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Exact } from '../document/exact_json';
import { wordingIn } from './wording';

const choose = () => undefined;
const english = wordingIn({ language: 'en', locale: 'en-GB', choose });
const german = wordingIn({ language: 'de', locale: 'de-DE', choose });

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-31T14:30:00Z') }));
afterEach(() => vi.useRealTimers());

test('a date is the same day in every time zone', () => {
  expect(english.date('2026-03-31')).toBe('31 Mar 2026');
  expect(english.date('2026-03-31T23:59:59-11:00')).toBe('1 Apr 2026');
  expect(german.date('2026-03-31')).toBe('31.03.2026');
});

test('a day that no calendar has is not changed to another day', () => {
  expect(english.date('2026-02-30')).toBe('2026-02-30');
  expect(english.moment('2026-04-31T10:00:00Z')).toBe('2026-04-31T10:00:00Z');
  expect(english.date('2028-02-29')).toBe('29 Feb 2028');
});

test('a text that is not a date is shown as it is', () => {
  expect(english.date('soon')).toBe('soon');
  expect(english.moment('at some later time')).toBe('at some later time');
});

test.each([
  ['2026-03-31T14:29:50Z', 'this minute', 'in dieser Minute'],
  ['2026-03-31T14:00:00Z', '30 min ago', 'vor 30 Min.'],
  ['2026-03-31T11:30:01Z', '2 hr ago', 'vor 2 Std.'],
  ['2026-03-30T02:30:00Z', '1 day ago', 'vor 1 Tag'],
  ['2026-04-02T14:30:00Z', 'in 2 days', 'in 2 Tagen'],
  ['2026-01-15T14:30:00Z', '2 mo ago', 'vor 2 Monaten'],
  ['2024-01-15T14:30:00Z', '2 yr ago', 'vor 2 Jahren'],
])('the age of %s is %s, and in German %s', (at, age, inGerman) => {
  expect(english.ago(at)).toBe(age);
  // Some of the spaces do not break.
  expect(german.ago(at).replace(/\s/g, ' ')).toBe(inGerman);
});

test('an age of less than a minute has seconds if it needs them', () => {
  expect(english.ago('2026-03-31T14:29:48Z', true)).toBe('12 sec ago');
  expect(english.ago('2026-03-31T14:30:00Z', true)).toBe('now');
  expect(english.ago('2026-03-31T14:27:00Z', true)).toBe('3 min ago');
});

test.each([
  [1234.5, '1,234.5', '1.234,5'],
  [new Exact('1234.50'), '1,234.50', '1.234,50'],
  [new Exact('-0.000'), '-0.000', '-0,000'],
  [new Exact('1e400'), '1e400', '1e400'],
  [new Exact('1.500000000000000000001'), '1.500000000000000000001', '1.500000000000000000001'],
])('the number %j is %s and %s', (value, inEnglish, inGerman) => {
  expect(english.number(value)).toBe(inEnglish);
  expect(german.number(value)).toBe(inGerman);
});

test('an unknown field is named by the words of its name', () => {
  expect(english.field('somethingNew2Day')).toBe('Something new2 day');
});

test('the label of an hour is its time, and that of midnight is the day', () => {
  expect(english.time(new Date(2026, 2, 10, 6).getTime(), 'hour').label).toBe('06:00');
  expect(english.time(new Date(2026, 2, 10).getTime(), 'hour').label).toBe('10 Mar');
  expect(german.time(new Date(2026, 2, 10).getTime(), 'hour').label).toBe('10. März');
});

import { expect, test } from 'vitest';

import { byState, countOf, inUnits, worstOf, type Check } from './order';

const check = (code: Check['code'], state: Check['state']): Check => ({
  code,
  state,
  message: '',
  help: null,
  figures: {},
});

test('the worst checks are first, and equal ones keep their order', () => {
  const checks = [
    check('disk', 'ok'),
    check('journal', 'unknown'),
    check('index', 'ok'),
    check('clock', 'failing'),
    check('mail', 'warning'),
  ];
  expect(byState(checks).map(({ code }) => code)).toEqual(['clock', 'mail', 'journal', 'disk', 'index']);
  expect(checks[0]?.code).toBe('disk');
});

test('an unknown state is no problem', () => {
  expect(worstOf([check('disk', 'ok'), check('backup', 'unknown')])).toBe('ok');
  expect(worstOf([check('disk', 'warning'), check('backup', 'unknown')])).toBe('warning');
  expect(worstOf([check('disk', 'warning'), check('backup', 'failing')])).toBe('failing');
  expect(countOf([check('disk', 'warning'), check('backup', 'failing')], 'warning')).toBe(1);
});

test('bytes are in the largest unit that they reach', () => {
  expect(inUnits(0)).toEqual({ value: 0, unit: 'KiB' });
  expect(inUnits(1_024 * 1_024 - 1)).toEqual({ value: 1_024, unit: 'KiB' });
  expect(inUnits(10 * 1_024 ** 3)).toEqual({ value: 10, unit: 'GiB' });
  expect(inUnits(2.5 * 1_024 ** 6)).toEqual({ value: 2_560, unit: 'PiB' });
});

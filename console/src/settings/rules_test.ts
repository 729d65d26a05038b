import { expect, test } from 'vitest';

import { daysOf, rulesOf } from './rules';

test('rules are shown by kind, and kinds without a rule are empty', () => {
  const days = daysOf([{ kind: 'ORDER', contentDays: 400, rowDays: 3650 }]);
  expect(days.ORDER).toEqual({ content: '400', row: '3650' });
  expect(days.INVOICE).toEqual({ content: '', row: '' });
});

test('the form gives the same rules back', () => {
  const rules = [
    { kind: 'ORDER', contentDays: 400, rowDays: 3650 },
    { kind: 'INVOICE', contentDays: 40 },
  ] as const;
  expect(rulesOf(daysOf([...rules])).rules).toEqual(rules);
});

test('days for the whole document apply to its content, too', () => {
  const days = { ...daysOf([]), INVOICE: { content: ' ', row: '90' } };
  expect(rulesOf(days)).toEqual({
    rules: [{ kind: 'INVOICE', contentDays: 90, rowDays: 90 }],
    kinds: ['INVOICE'],
  });
});

import samples from 'virtual:samples';
import { expect, test } from 'vitest';

import { dateOf, kinds, linesOf, numberOf, valueAt } from '../document/model';
import { emptyDocument } from './empty_document';

const sender = { name: 'Lieferwerk AG', identifiers: [{ domain: 'GS1', identifier: '9521001000000' }] };
const recipient = { name: 'Kundenmarkt GmbH', identifiers: [{ domain: 'DUNS', identifier: '312345678' }] };
const emptyOf = (kind: string) => {
  const example = samples[kind] ?? { from: [], to: [] };
  return emptyDocument({ kind, example, sender, recipient, now: '2026-11-30' });
};

test('an empty order has its parties, its date and no items', () => {
  expect(emptyOf('ORDER')).toEqual({
    header: { orderDate: '2026-11-30', buyer: sender, supplier: recipient },
    items: [],
  });
});

test('an empty shipping notice has a transport unit for its goods', () => {
  expect(valueAt(emptyOf('SHIPPING_NOTICE'), 'transportUnits')).toEqual([{ items: [] }]);
});

test.each(kinds)('an empty %s has a date, lines and no number', (kind) => {
  const content = emptyOf(kind);
  expect(dateOf(kind, content)).toBe('2026-11-30');
  expect(valueAt(content, linesOf(kind) ?? '')).toBeInstanceOf(Array);
  expect(numberOf(kind, content)).toBeUndefined();
});

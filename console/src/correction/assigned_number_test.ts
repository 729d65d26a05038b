import { expect, test } from 'vitest';

import { pathOfMissingNumber, withoutFaultsAt } from './assigned_number';

test.each([{}, { header: {} }, { header: { invoiceIdentifier: '' } }, { header: { invoiceIdentifier: null } }])(
  'an invoice with %j has no number',
  (content) => {
    expect(pathOfMissingNumber('INVOICE', content)).toEqual(['header', 'invoiceIdentifier']);
  },
);

test('a document with a number, an unknown kind and a text that is not JSON lack none', () => {
  expect(pathOfMissingNumber('INVOICE', { header: { invoiceIdentifier: 'R1' } })).toBeUndefined();
  expect(pathOfMissingNumber('LETTER', {})).toBeUndefined();
  expect(pathOfMissingNumber('INVOICE', undefined)).toBeUndefined();
});

test('only the faults of the number are left out', () => {
  const faults = ['content.header.invoiceIdentifier', 'content.header', 'content.items[0].invoiceIdentifier'].map(
    (path) => ({ path }),
  );
  const left = withoutFaultsAt({ faults, faultCount: 103 }, ['header', 'invoiceIdentifier']);
  expect(left.faults.map(({ path }) => path)).toEqual(['content.header', 'content.items[0].invoiceIdentifier']);
  expect(left.faultCount).toBe(102);
});

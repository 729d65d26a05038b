import { expect, test } from 'vitest';

import { Exact, writtenJson, type Json } from '../document/exact_json';
import { isRemoved, seenLine, seenLinesOf, withLine, withoutLine } from './removed_lines';

const exact = (digits: string) => new Exact(digits);
const text = (of: Json | undefined) => writtenJson(of ?? null).replace(/\s/g, '');

test('a removed line of an order stays with the quantity 0 and gets its quantities back', () => {
  const line = { lineNumber: exact('10'), quantity: exact('12.50'), freeQuantity: exact('1') };
  const content = { items: [line, { lineNumber: exact('20'), quantity: exact('3') }] };
  const seen = seenLine(seenLinesOf('ORDER', content), 'OrderItem', line);
  if (!seen) throw new Error('the line was sent');
  const of = { path: ['items', '0'], type: 'OrderItem', seen };
  const removed = withoutLine({ ...of, content });
  expect(text(removed)).toBe(
    '{"items":[{"lineNumber":10,"quantity":0,"freeQuantity":0},{"lineNumber":20,"quantity":3}]}',
  );
  expect(text(withLine({ ...of, content: removed as typeof content }))).toBe(text(content));
});

test('a refused line changes the answer to an order', () => {
  const line = { lineNumber: exact('10'), confirmedQuantity: exact('2') };
  const content = { header: { type: 'ACCEPT' }, items: [line] };
  const removed = withoutLine({ content, path: ['items', '0'], type: 'OrderResponseItem', seen: line });
  expect(text(removed)).toBe('{"header":{"type":"CHANGE"},"items":[{"lineNumber":10,"confirmedQuantity":0}]}');
});

test('lines in transport units at every depth are seen, and new lines are not', () => {
  const line = (number: string) => ({ lineNumber: exact(number), shippedQuantity: exact('2') });
  const inner = { items: [line('2')] };
  const seen = seenLinesOf('SHIPPING_NOTICE', { transportUnits: [{ items: [line('1')], transportUnits: [inner] }] });
  expect([...seen.keys()]).toEqual(['ShippingNoticeItem 1', 'ShippingNoticeItem 2']);
  expect(seenLine(seen, 'ShippingNoticeItem', line('3'))).toBeUndefined();
});

test('a line without a number is known by its identifier', () => {
  const line = { identifiers: [{ identifier: '4012345678901' }], quantity: exact('1') };
  expect(seenLine(seenLinesOf('ORDER', { items: [line] }), 'OrderItem', line)).toBe(line);
  expect(seenLinesOf('ORDER', { items: [{ quantity: exact('1') }] }).size).toBe(0);
});

test('lines of complete lists are removed', () => {
  const items = [{ lineNumber: exact('1'), quantity: exact('1') }];
  for (const kind of ['INVOICE', 'CREDIT_NOTE', 'PRODUCT_CATALOG']) expect(seenLinesOf(kind, { items }).size).toBe(0);
});

test('every form of 0 is a removed line', () => {
  const written = ['0', '0.00', '-0', '0.01', '10', '1'];
  expect(written.map((digits) => isRemoved('OrderItem', { quantity: exact(digits) }))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isRemoved('InvoiceItem', { quantity: exact('0') })).toBe(false);
});

import { expect, test } from 'vitest';

import { Exact, writtenJson, type Json } from '../document/exact_json';
import { asSent, keyOf, pathOfFault, withValue } from './edits';

const order: Json = {
  header: { number: '1' },
  items: [{ quantity: new Exact('1.50') }, { quantity: new Exact('2') }],
};
const text = (of: Json | undefined) => writtenJson(of ?? null).replace(/\s/g, '');

test('an edit changes one value and keeps every digit of the others', () => {
  const changed = withValue(order, ['items', '1', 'quantity'], new Exact('2.50'));
  expect(text(changed)).toBe('{"header":{"number":"1"},"items":[{"quantity":1.50},{"quantity":2.50}]}');
  expect(text(order)).toContain('{"quantity":2}');
});

test('an edit adds the objects and lists on its way', () => {
  expect(text(withValue({}, ['header', 'buyer', 'name'], 'A'))).toBe('{"header":{"buyer":{"name":"A"}}}');
  expect(text(withValue({}, ['items', '0', 'name'], 'A'))).toBe('{"items":[{"name":"A"}]}');
  expect(text(withValue(order, ['items', '2'], {}))).toContain('{"quantity":2},{}]');
});

test('a field is removed, and an element of a list', () => {
  expect(text(withValue(order, ['header', 'number'], undefined))).toContain('"header":{}');
  expect(text(withValue(order, ['items', '0'], undefined))).toContain('"items":[{"quantity":2}]');
});

test('a field named __proto__ is a field', () => {
  const made = withValue({}, ['__proto__', 'polluted'], true);
  expect(Object.keys(made as object)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a document is sent without the fields of the exchange', () => {
  const shown = { units: [{ sscc: '1', transportLabel: { pdf: '/v2/labels' } }], note: 'A' };
  expect(asSent(shown)).toEqual({ units: [{ sscc: '1' }], note: 'A' });
});

test('the path of a fault is a path below the content', () => {
  expect(keyOf(pathOfFault('content.items[3].price'))).toBe('items.3.price');
  expect(keyOf(pathOfFault('content.header.orderDate'))).toBe('header.orderDate');
  expect(keyOf(pathOfFault('content'))).toBe('');
});

import { expect, test } from 'vitest';

import { documentText, placeOf } from './marked_text';

const body = '{"type": "ORDER",\n "content": {"header": {}, "items": [{"quantity": 2}, "x"]}}';

test('the paths of a body begin with its members, and each place has its index in the text', () => {
  const read = documentText(body, '');
  expect([...read.places.keys()]).toEqual([
    '',
    'type',
    'content',
    'content.header',
    'content.items',
    'content.items.0',
    'content.items.0.quantity',
    'content.items.1',
  ]);
  const textAt = (path: string) => body.slice(read.begins.get(path)).split(/[:,]/)[0];
  expect(textAt('type')).toBe('"type"');
  expect(textAt('content.items.0.quantity')).toBe('"quantity"');
  expect(textAt('content.items.1')).toBe('"x"]}}');
});

test('the paths of a content begin with its name', () => {
  const read = documentText('{"header": {"orderDate": 1}}');
  expect(read.begins.get('content.header.orderDate')).toBe(12);
});

test('a fault of a missing field is at the nearest ancestor in the text', () => {
  const read = documentText(body, '');
  expect(placeOf(read, 'content.header.buyer.name')).toBe('content.header');
  expect(placeOf(read, 'content.items[0].quantity')).toBe('content.items.0.quantity');
  expect(placeOf(documentText('{"type": "ORDER"}', ''), 'content')).toBeUndefined();
});

test('a text that is not JSON is shown unchanged and has no places', () => {
  const read = documentText('{"a": }\nb', '');
  expect(read.lines.map(({ text }) => text)).toEqual(['{"a": }', 'b']);
  expect(read.begins.size).toBe(0);
});

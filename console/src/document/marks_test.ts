import { expect, test } from 'vitest';

import { Marks } from './marks';

const header = { orderIdentifier: 'PO-1', note: '' };
const line = { quantity: 'many', identifiers: [{ domain: 'GS1' }] };
const items = [line];
const content = { header, items };
const paths = (marks: { path: string }[]) => marks.map(({ path }) => path);

test('a fault marks its member, and is within each object above it', () => {
  const marks = new Marks(content, [{ path: 'content.items[0].quantity', message: 'Not a number.' }]);
  expect(marks.here(line, 'quantity')).toEqual([
    { path: 'content.items.0.quantity', messages: ['Not a number.'] },
  ]);
  expect(marks.here(items, '0')).toEqual([]);
  expect(paths(marks.within(items, '0'))).toEqual(['content.items.0.quantity']);
  expect(paths(marks.within(content, 'items'))).toEqual(['content.items.0.quantity']);
  expect(marks.isMarked(line)).toBe(true);
  expect(marks.isMarked(header)).toBe(false);
});

test('a missing field is a member of the object that lacks it', () => {
  const marks = new Marks(content, [
    { path: 'content.header.orderDate', message: 'It is missing.' },
    { path: 'content.header.supplier.name', message: 'It is missing.' },
  ]);
  expect(marks.membersOf(header, 'OrderHeader')).toEqual([
    ['supplier', null],
    ['orderIdentifier', 'PO-1'],
    ['orderDate', null],
  ]);
  expect(paths(marks.here(header, 'supplier'))).toEqual(['content.header.supplier.name']);
});

test('two faults at one place are one mark with two sentences', () => {
  const marks = new Marks(content, [
    { path: 'content.header.note', message: 'It is empty.' },
    { path: 'content.header.note', message: 'It is not a date.' },
  ]);
  expect(marks.all).toEqual([{ path: 'content.header.note', messages: ['It is empty.', 'It is not a date.'] }]);
});

test('a fault of the whole content has no mark', () => {
  expect(new Marks(content, [{ path: 'content' }, { path: 'type' }]).all).toEqual([]);
});

import { expect, test } from 'vitest';

import { byteIn, endOfLine, indexOfByte, pointAt } from './positions';

test('the byte of a sentence is found in both languages', () => {
  expect(byteIn("The body can't be read: A value is expected here. (byte 27)")).toBe(27);
  expect(byteIn('Der Inhalt der Anfrage ist nicht lesbar: Hier wird ein Wert erwartet. (Byte 27)')).toBe(27);
  expect(byteIn('The body is too large. At most 10485760 bytes are allowed.')).toBeUndefined();
});

test.each([
  ['abc', 0, 0],
  ['abc', 2, 2],
  ['abc', 3, 3],
  ['abc', 9, 3],
  ['äöx', 0, 0],
  ['äöx', 1, 0],
  ['äöx', 4, 2],
  ['€x', 3, 1],
  ['😀x', 3, 0],
  ['😀x', 4, 2],
])('in %j, byte %i is in the character at %i', (text, byte, index) => {
  expect(indexOfByte(text, byte)).toBe(index);
});

test.each([
  ['', 0, 1, 1],
  ['ab\ncd', 1, 1, 2],
  ['ab\ncd', 2, 1, 3],
  ['ab\ncd', 3, 2, 1],
  ['ab\n\ncd', 5, 3, 2],
  ['ab\n', 3, 2, 1],
])('in %j, the character at %i is in line %i, column %i', (text, index, line, column) => {
  expect(pointAt(text, index)).toEqual({ line, column });
});

test('a line ends before its line feed, and the last one at the end of the text', () => {
  expect(endOfLine('ab\ncd', 1)).toBe(2);
  expect(endOfLine('ab\ncd', 4)).toBe(5);
});

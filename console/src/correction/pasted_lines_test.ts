import { expect, test } from 'vitest';

import { Exact, writtenJson, type Json } from '../document/exact_json';
import { cellsOf, pastedLines } from './pasted_lines';

const words: Record<string, string> = {
  quantity: 'Menge',
  unitPrice: 'Preis',
  tax: 'Steuer',
  percentage: 'Prozentsatz',
  isDepositItem: 'Pfand',
};
const german = { field: (name: string) => words[name] ?? name, decimal: ',' as const };
const english = { field: (name: string) => name, decimal: '.' as const };
const text = (of: Json) => writtenJson(of).replace(/\s/g, '');

test('cells have tabs, line breaks and quotes if they are quoted', () => {
  expect(cellsOf('a\tb\r\n"1 ""x""\ty"\t"two\nlines"\r\n\r\n')).toEqual([
    ['a', 'b'],
    ['1 "x"\ty', 'two\nlines'],
  ]);
});

test('an empty cell keeps the place of the next ones', () => {
  expect(cellsOf('\ta\t\tb\n1\t\t\t2')).toEqual([
    ['', 'a', '', 'b'],
    ['1', '', '', '2'],
  ]);
});

test('inches in a cell that is not quoted are text', () => {
  expect(cellsOf('a 5" pipe\tb')).toEqual([['a 5" pipe', 'b']]);
});

test('columns are found by their names in the language of the page', () => {
  const pasted = pastedLines('EAN\tMenge\tPreis\tSteuer %\tLager\n0401\t12\t1.234,50\t7\tA3', 'OrderItem', [], german);
  expect(pasted.columns.map(({ path }) => path?.join('.'))).toEqual([
    'identifiers.0.identifier',
    'quantity',
    'unitPrice',
    'tax.percentage',
    undefined,
  ]);
  expect(text(pasted.lines)).toBe(
    '[{"lineNumber":1,"isDepositItem":false,"identifiers":[{"identifier":"0401"}],' +
      '"quantity":12,"unitPrice":1234.50,"tax":{"percentage":7}}]',
  );
});

test('columns are found by the names of the fields, and lines are numbered after the present ones', () => {
  const present = [{ lineNumber: new Exact('20') }];
  const pasted = pastedLines('Quantity\tisDepositItem\n1\tyes\n2\tno', 'OrderItem', present, english);
  expect(text(pasted.lines)).toBe(
    '[{"lineNumber":21,"quantity":1,"isDepositItem":true},{"lineNumber":22,"quantity":2,"isDepositItem":false}]',
  );
});

test('numbers have the decimals and groups of the language, and no digit is lost', () => {
  const read = (cell: string, of: typeof german | typeof english) =>
    text(pastedLines(`unitPrice\n${cell}`, 'OrderItem', [], of).lines[0]?.['unitPrice'] ?? null);
  expect(read('1.234', german)).toBe('1234');
  expect(read('1.234', english)).toBe('1.234');
  expect(read('1,234', english)).toBe('1234');
  expect(read('1,5', english)).toBe('1.5');
  expect(read('1.5', german)).toBe('1.5');
  expect(read('1.234.567,891', german)).toBe('1234567.891');
  expect(read('1.234.567', german)).toBe('1234567');
  expect(read('€ 0,10', german)).toBe('0.10');
  expect(read(',5', german)).toBe('0.5');
  expect(read('-3', german)).toBe('-3');
  expect(read('0.1234567890123456789012345', english)).toBe('0.1234567890123456789012345');
  expect(read('0.125', german)).toBe('0.125');
  expect(read('0,125', english)).toBe('0.125');
  expect(read('1.234.56', german)).toBe('"1.234.56"');
  expect(read('01.12.2026', german)).toBe('"01.12.2026"');
  expect(read('a few', english)).toBe('"afew"');
  expect(read('-', english)).toBe('"-"');
});

test('one number of a column shows the sign before decimals of all', () => {
  const pasted = pastedLines('Menge\n1.250\n2.5\n', 'OrderItem', [], german);
  expect(pasted.lines.map((line) => text(line['quantity'] ?? null))).toEqual(['1.250', '2.5']);
});

test('dates of a spreadsheet are dates of a document', () => {
  const pasted = pastedLines('requestedDeliveryDate\n1.12.2026\n2026-12-02', 'OrderItem', [], german);
  expect(pasted.lines.map((line) => line['requestedDeliveryDate'])).toEqual(['2026-12-01', '2026-12-02']);
});

test('rows without names of columns are no lines', () => {
  expect(pastedLines('0401\t12\n0402\t3', 'OrderItem', [], english).lines).toEqual([]);
  expect(pastedLines('', 'OrderItem', [], english)).toEqual({ columns: [], lines: [] });
});

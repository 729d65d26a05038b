import { expect, test } from 'vitest';

import { Exact, writtenJson, type Json } from '../document/exact_json';
import { articlesFound, articlesOf, hasChangesOnly, linesOf, priceOf, quantityIn, type Article } from './catalogue';

const catalogue = (...items: Json[]) => ({ id: '', content: { items } });
const full = catalogue(
  {
    name: 'Pils, crate',
    identity: { gtin: '9521001010016', senderPartnerId: '20-1001' },
    unitOfMeasure: 'CS',
    unitPrice: new Exact('12.90'),
    taxPercentage: new Exact('19.0'),
    currency: 'EUR',
    netWeight: new Exact('10300.0'),
    category: 'Beer',
    isOrderable: true,
    subItems: [{ name: 'Pils, bottle', identity: { gtin: '9521001010023' }, isOrderable: false }],
  },
  {
    name: 'Water',
    identity: { senderPartnerId: '20-2001', receiverPartnerId: '883207' },
    unitPrice: new Exact('0.12345678901234567890'),
    unitPriceValidFromDate: '2027-01-01',
  },
);
const changes = catalogue(
  { name: 'Pils', action: 'CHANGED', identity: { gtin: '9521001010016' } },
  { name: 'Juice', action: 'NEW', identity: { gtin: '9521001010047' } },
  { action: 'DELETED', identity: { senderPartnerId: '20-2001' } },
);
const names = (of: readonly Article[]) => of.map(({ name }) => name);
const order = { day: '2026-11-30', currency: undefined };

test('articles that may not be ordered by themselves are left out', () => {
  expect(names(articlesOf([full]))).toEqual(['Pils, crate', 'Water']);
});

test('later catalogues change the articles of the full one', () => {
  expect([hasChangesOnly(full), hasChangesOnly(changes)]).toEqual([false, true]);
  expect(names(articlesOf([changes, full]))).toEqual(['Pils', 'Juice']);
});

test('articles are found by words of their name and by parts of each number', () => {
  const articles = articlesOf([full]);
  expect(names(articlesFound(articles, ' PI cra'))).toEqual(['Pils, crate']);
  expect(names(articlesFound(articles, '01001'))).toEqual(['Pils, crate']);
  expect(names(articlesFound(articles, '883207'))).toEqual(['Water']);
  expect(names(articlesFound(articles, '20-'))).toEqual(['Pils, crate', 'Water']);
  expect(names(articlesFound(articles, 'wine'))).toEqual([]);
});

test('a line has the fields that both kinds share, with every digit', () => {
  const [article] = articlesOf([full]);
  const quantity = quantityIn('2,50', ',');
  if (!article || !quantity) throw new Error('the catalogue has an article');
  const [line] = linesOf([{ article, quantity }], 'OrderItem', [{ lineNumber: new Exact('6') }], order);
  expect(JSON.parse(writtenJson(line ?? null))).toEqual({
    lineNumber: 7,
    identifiers: [
      { identifier: '9521001010016', domain: 'GS1' },
      { identifier: '20-1001', domain: 'SUPPLIER' },
    ],
    isDepositItem: false,
    quantity: 2.5,
    description: 'Pils, crate',
    unitOfMeasure: 'CS',
    unitPrice: 12.9,
    netWeight: 10300,
    tax: { percentage: 19 },
  });
  expect(writtenJson(line ?? null)).toMatch(/"quantity": 2\.50,[^]*"unitPrice": 12\.90,[^]*"percentage": 19\.0\n/);
});

test('a price counts on its days and in the currency of the order only', () => {
  const [pils, water] = articlesOf([full]);
  if (!pils || !water) throw new Error('the catalogue has two articles');
  expect(priceOf(water, order)).toBeUndefined();
  expect(priceOf(water, { ...order, day: '2027-01-01' })?.digits).toBe('0.12345678901234567890');
  expect(priceOf(pils, { ...order, currency: 'EUR' })?.digits).toBe('12.90');
  expect(priceOf(pils, { ...order, currency: 'CHF' })).toBeUndefined();
});

test('a quantity is a number above zero', () => {
  const typed = ['1', '0.5', '12.345', '', '0', '0.00', '-1', '1e3', '1,5', 'two', '01'];
  const refused = Array<undefined>(8).fill(undefined);
  expect(typed.map((one) => quantityIn(one, '.')?.digits)).toEqual(['1', '0.5', '12.345', ...refused]);
  expect([quantityIn('2,5', ',')?.digits, quantityIn('1.000', ',')]).toEqual(['2.5', undefined]);
});

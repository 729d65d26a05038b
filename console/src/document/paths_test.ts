import { expect, test } from 'vitest';

import { kinds } from './model';
import { domainsAt, pathsOf } from './paths';

test('paths enter lists with a star, and short ones come first', () => {
  const paths = pathsOf('ORDER');
  expect(paths).toContain('header.orderIdentifier');
  expect(paths).toContain('items.*.identifiers.*.domain');
  expect(paths.indexOf('items')).toBeLessThan(paths.indexOf('header.orderIdentifier'));
  expect(new Set(paths).size).toBe(paths.length);
});

test('every kind has paths, and few enough for a search', () => {
  for (const kind of kinds) {
    expect(pathsOf(kind).length).toBeGreaterThan(20);
    expect(pathsOf(kind).length).toBeLessThan(20_000);
  }
});

test('lists of identifiers have the domains of the model', () => {
  expect(domainsAt('ORDER', 'items.*.identifiers')).toEqual(['GS1', 'BUYER', 'SUPPLIER']);
  expect(domainsAt('ORDER', 'items.*.identifiers.*')).toEqual([]);
  expect(domainsAt('ORDER', 'header.orderIdentifier')).toEqual([]);
  expect(domainsAt('ORDER', 'nothing')).toEqual([]);
  expect(domainsAt('ORDER', '')).toEqual([]);
});

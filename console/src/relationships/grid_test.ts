import { expect, test } from 'vitest';

import { fitsMatrix, gridOf, matrixMax } from './grid';
import type { Relationship } from './requests';

const huber = { id: 'h', name: 'Huber' };
const adler = { id: 'a', name: 'Adler' };
const one = { from: huber, to: adler, status: 'blocked', flows: [], requirements: [], held: [] } as Relationship;

test('a grid has every participant once, by name, and one direction per place', () => {
  const grid = gridOf([one, { ...one, from: adler, to: huber, status: 'active' }]);
  expect(grid.participants).toEqual([adler, huber]);
  expect(grid.at(huber, adler)?.status).toBe('blocked');
  expect(grid.at(adler, huber)?.status).toBe('active');
});

test('a direction without a relationship is empty', () => {
  expect(gridOf([one]).at(adler, huber)).toBeUndefined();
});

test('a list that is cut has no matrix, because it may lack relationships of its participants', () => {
  expect(fitsMatrix([adler, huber], false)).toBe(true);
  expect(fitsMatrix([adler, huber], true)).toBe(false);
  expect(fitsMatrix([adler], false)).toBe(false);
  expect(fitsMatrix(Array.from({ length: matrixMax + 1 }, () => adler), false)).toBe(false);
});

import { expect, test } from 'vitest';

import { gridOf } from './grid';
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

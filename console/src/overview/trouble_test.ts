import { expect, test } from 'vitest';

import { byTrouble, queueState, type Queue } from './trouble';

const quiet: Queue = {
  participant: { id: 'a', name: 'Adler' },
  flow: 'LIVE',
  pending: 0,
  oldest: null,
  lastPoll: '2026-03-02T09:00:00Z',
  failed: 0,
  held: 0,
  isOverdue: false,
};
const waiting = { ...quiet, pending: 2, oldest: '2026-03-02T08:00:00Z' };

test('an inbox has the state of its worst trouble', () => {
  expect(queueState(quiet)).toBe('quiet');
  expect(queueState({ ...quiet, held: 1 })).toBe('held');
  expect(queueState({ ...quiet, held: 1, failed: 1 })).toBe('failed');
  expect(queueState({ ...waiting, failed: 1 })).toBe('waiting');
  expect(queueState({ ...waiting, lastPoll: null })).toBe('unpolled');
  expect(queueState({ ...waiting, isOverdue: true })).toBe('stopped');
});

test('inboxes are sorted by trouble, then by the longest wait, then by name', () => {
  const older = { ...waiting, oldest: '2026-03-01T08:00:00Z' };
  const stopped = { ...waiting, isOverdue: true };
  const huber = { ...quiet, participant: { id: 'h', name: 'Huber' } };
  expect([huber, quiet, waiting, older, stopped].sort(byTrouble)).toEqual([stopped, older, waiting, quiet, huber]);
});

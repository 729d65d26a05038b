import { expect, test } from 'vitest';

import { leftIn, outcomeOfRefusal, pause, runAll, type Account, type Outcome } from './run';

const ids = ['a', 'b', 'c', 'd'];
const done: Outcome = { is: 'done' };
const refused: Outcome = { is: 'refused', sentence: 'Too late.' };
const later: Outcome = { is: 'later', sentence: 'Too many requests.' };

/** Runs with these outcomes, in the order of the requests. Further requests are done. */
async function ran(outcomes: Outcome[], { stopAfter = Infinity, stopInWait = false } = {}) {
  const control = new AbortController();
  const sent: string[] = [];
  const waits: number[] = [];
  const steps: Account[] = [];
  const account = await runAll({
    ids,
    signal: control.signal,
    send: (id) => {
      sent.push(id);
      if (sent.length === stopAfter) control.abort();
      return Promise.resolve(outcomes[sent.length - 1] ?? done);
    },
    wait: (ms) => {
      waits.push(ms);
      if (stopInWait) control.abort();
      return Promise.resolve();
    },
    onProgress: (step) => steps.push(step),
  });
  return { account, sent: sent.join(''), waits, steps };
}

test('every row is sent once, and the progress counts them', async () => {
  const { account, sent, steps } = await ran([]);
  expect(account).toEqual({ count: 4, done: ids, problems: [], end: 'complete' });
  expect(sent).toBe('abcd');
  expect(steps.map((step) => 4 - leftIn(step))).toEqual([1, 2, 3, 4]);
});

test('a refusal has its sentence in the account, and the run continues', async () => {
  const { account } = await ran([done, refused]);
  expect(account.done).toEqual(['a', 'c', 'd']);
  expect(account.problems).toEqual([{ id: 'b', sentence: 'Too late.' }]);
  expect(account.end).toBe('complete');
});

test('a stop lets the request in progress end, and sends no other one', async () => {
  const { account, sent } = await ran([], { stopAfter: 2 });
  expect(account.done).toEqual(['a', 'b']);
  expect(account.end).toBe('stopped');
  expect(sent).toBe('ab');
  expect(leftIn(account)).toBe(2);
});

test('the end of the session leaves its row unsent', async () => {
  const { account, sent } = await ran([done, { is: 'signedOut' }]);
  expect(account).toEqual({ count: 4, done: ['a'], problems: [], end: 'signedOut' });
  expect(sent).toBe('ab');
});

test('a request without an answer ends the run, and is in the account without a sentence', async () => {
  const { account } = await ran([done, { is: 'unanswered' }]);
  expect(account.problems).toEqual([{ id: 'b', sentence: undefined }]);
  expect(account.end).toBe('unanswered');
  expect(leftIn(account)).toBe(2);
});

test('a request beyond the limits is repeated with growing pauses', async () => {
  const { account, sent, waits } = await ran([later, later]);
  expect(account.done).toEqual(ids);
  expect(sent).toBe('aaabcd');
  expect(waits).toEqual([500, 1000]);
});

test('a request that stays beyond the limits is refused', async () => {
  const { account, sent } = await ran(Array.from({ length: 6 }, () => later));
  expect(account.problems).toEqual([{ id: 'a', sentence: 'Too many requests.' }]);
  expect(sent).toBe('aaaaaabcd');
});

test('a stop during a pause leaves the row unsent', async () => {
  const { account, sent } = await ran([later], { stopInWait: true });
  expect(account).toEqual({ count: 4, done: [], problems: [], end: 'stopped' });
  expect(sent).toBe('a');
});

test.each([
  [401, { is: 'signedOut' }],
  [409, { is: 'refused', sentence: 'So.' }],
  [429, { is: 'later', sentence: 'So.' }],
  [500, { is: 'unanswered' }],
  [502, { is: 'unanswered' }],
  [503, { is: 'later', sentence: 'So.' }],
  [504, { is: 'unanswered' }],
])('the result of an answer with the status %d', (status, outcome) => {
  expect(outcomeOfRefusal({ status, message: 'So.' })).toEqual(outcome);
});

test('a pause ends at once after a stop before it and during it', async () => {
  const hour = 3_600_000;
  await pause(hour, AbortSignal.abort());
  const control = new AbortController();
  const paused = pause(hour, control.signal);
  control.abort();
  await paused;
});

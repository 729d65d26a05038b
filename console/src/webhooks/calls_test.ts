import { expect, test } from 'vitest';

import { reasonOf } from './calls';

const own = {
  redirects: 'moved {status}',
  refuses: 'refused {status}',
  hasNothing: 'nothing {status}',
  breaks: 'broken {status}',
  answers: 'answered {status}',
  noAnswer: 'no answer',
  reasons: { 'The connection was refused.': 'Abgelehnt.' },
};

test('the status of an answer selects the reason', () => {
  const statuses = [302, 401, 404, 410, 418, 500].map((status) => reasonOf({ status }, own));
  expect(statuses).toEqual([
    'moved 302', 'refused 401', 'nothing 404', 'nothing 410', 'answered 418', 'broken 500',
  ]);
});

test('a call without an answer has the sentence of the exchange, in the language of the page', () => {
  expect(reasonOf({ status: null, message: 'The connection was refused.' }, own)).toBe('Abgelehnt.');
  expect(reasonOf({ status: null, message: 'Something new.' }, own)).toBe('Something new.');
  expect(reasonOf({ status: null }, own)).toBe('no answer');
});

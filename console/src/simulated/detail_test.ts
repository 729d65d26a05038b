import { expect, test } from 'vitest';

import { detailOf } from './detail';

test('a sentence about a document is cut after its partner', () => {
  const sentence = 'sent ORDER_RESPONSE AB-1 to Kunde GmbH: confirms the order [new version]';
  expect(detailOf({ sentence, number: 'AB-1' })).toBe('confirms the order [new version]');
});

test('a sentence without a reason has its traits only', () => {
  expect(detailOf({ sentence: 'processed ORDER 1 from Kunde GmbH', number: '1' })).toBe('');
  expect(detailOf({ sentence: 'sent ORDER 1 to Kunde GmbH [late]', number: '1' })).toBe('[late]');
});

test('a sentence without a document is whole', () => {
  expect(detailOf({ sentence: 'The run was stopped.', number: null })).toBe('The run was stopped.');
  expect(detailOf({ sentence: 'The run: stopped', number: 'X' })).toBe('The run: stopped');
});

import { expect, test } from 'vitest';

import { matchesWords } from './matches_words';

test('each typed word begins a word of the name', () => {
  expect(matchesWords('Your turn', 'tu')).toBe(true);
  expect(matchesWords('Switch to Huber (test)', 'hub switch')).toBe(true);
  expect(matchesWords('Your turn', 'urn')).toBe(false);
  expect(matchesWords('Your turn', 'your transactions')).toBe(false);
});

test('an empty text matches every name', () => {
  expect(matchesWords('Cases', '  ')).toBe(true);
});

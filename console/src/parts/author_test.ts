import { expect, test } from 'vitest';

import { authorOf } from './author';

test('a person is named with the participant, and an operator once', () => {
  const person = { name: 'Anna Berger' };
  expect(authorOf({ name: 'Kundenmarkt GmbH', person })).toBe('Anna Berger, Kundenmarkt GmbH');
  expect(authorOf({ name: 'Anna Berger', person })).toBe('Anna Berger');
  expect(authorOf({ name: 'Kundenmarkt GmbH', person: null })).toBe('Kundenmarkt GmbH');
});

import { expect, test } from 'vitest';

import { endOf, stateOf } from './requests';

const now = Date.parse('2026-03-02T09:00:00Z');

test('a token is valid until it expires or is revoked', () => {
  expect(stateOf({ revokedAt: null, expiresAt: null }, now)).toBe('valid');
  expect(stateOf({ revokedAt: null, expiresAt: '2026-03-02T09:00:01Z' }, now)).toBe('valid');
  expect(stateOf({ revokedAt: null, expiresAt: '2026-03-02T09:00:00Z' }, now)).toBe('expired');
  expect(stateOf({ revokedAt: '2026-03-01T09:00:00Z', expiresAt: '2026-03-02T09:00:00Z' }, now)).toBe('revoked');
});

test('a day ends at the next local midnight', () => {
  expect(endOf('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
  expect(endOf('2026-03-29')).toBe(new Date(2026, 2, 30).toISOString());
});

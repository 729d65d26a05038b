import { expect, test } from 'vitest';

import { stateOf } from './requests';

const now = Date.parse('2026-03-02T09:00:00Z');

test('a token is valid until it expires or is revoked', () => {
  expect(stateOf({ revokedAt: null, expiresAt: null }, now)).toBe('valid');
  expect(stateOf({ revokedAt: null, expiresAt: '2026-03-02T09:00:01Z' }, now)).toBe('valid');
  expect(stateOf({ revokedAt: null, expiresAt: '2026-03-02T09:00:00Z' }, now)).toBe('expired');
  expect(stateOf({ revokedAt: '2026-03-01T09:00:00Z', expiresAt: '2026-03-02T09:00:00Z' }, now)).toBe('revoked');
});

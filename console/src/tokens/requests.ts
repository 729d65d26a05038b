import type { Answer, Schemas } from '../api';

export type Token = Answer<'/admin/tokens'>['items'][number];
export type TokenWanted = Required<Pick<Schemas['TokenRequest'], 'name' | 'flow' | 'scopes' | 'expiresAt'>>;

/** The requests of the owner of the tokens, or of an operator. */
export interface TokenRequests {
  key: readonly unknown[];
  list: (signal: AbortSignal) => Promise<Token[]>;
  add: (wanted: TokenWanted) => Promise<{ token: string }>;
  revoke: (id: string) => Promise<void>;
}

/** Returns the state of a token at a moment. */
export function stateOf({ revokedAt, expiresAt }: Pick<Token, 'revokedAt' | 'expiresAt'>, now: number) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'valid';
}

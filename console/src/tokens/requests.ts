import type { Answer, Schemas } from '../api';
import type { PageOf } from '../parts/paged_table';

export type Token = Answer<'/v2/profile/tokens'>['items'][number];
export type TokenWanted = Required<Omit<Schemas['TokenRequest'], 'participant'>> & { name: string };

/** The requests of the owner of the tokens, or of an operator. */
export interface TokenRequests {
  key: readonly unknown[];
  list: (signal: AbortSignal) => Promise<PageOf<Token>>;
  add: (wanted: TokenWanted) => Promise<{ token: string }>;
  revoke: (id: string) => Promise<void>;
}

/** Returns the moment at which a day ends on the clock of the user. */
export function endOf(day: string): string {
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** Returns the state of a token at a moment. */
export function stateOf({ revokedAt, expiresAt }: Pick<Token, 'revokedAt' | 'expiresAt'>, now: number) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'valid';
}

import { change, get, type Answer, type Schemas } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';

export type Token = Answer<'/v2/profile/tokens'>['items'][number];
export type TokenWanted = Required<Omit<Schemas['TokenRequest'], 'participant'>> & { name: string };

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

const ownTokens = '/v2/profile/tokens';

/** The requests of the administrators of a participant. */
export const ownTokenRequests: TokenRequests = {
  key: ['tokens', 'own'],
  list: async (signal) => {
    const pages = await allPages((cursor) =>
      get(ownTokens, { signal, query: { cursor, per_page: rowsOfPage }, inBackground: true }),
    );
    return pages.items;
  },
  // The token gets the flow of the session.
  add: async ({ name, scopes, expiresAt }) =>
    JSON.parse(await change(ownTokens, { name, scopes, expiresAt })) as Schemas['NewOwnToken'],
  revoke: async (id) => {
    await change(`${ownTokens}/${encodeURIComponent(id)}`, undefined, 'DELETE');
  },
};

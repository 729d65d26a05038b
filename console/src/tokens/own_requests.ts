import { change, get, type Schemas } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import type { TokenRequests } from './requests';

const ownTokens = '/v2/profile/tokens';

/** The requests of the administrators of a participant. */
export const ownTokenRequests: TokenRequests = {
  key: ['tokens', 'own'],
  list: (signal) =>
    allPages((cursor) =>
      get(ownTokens, { signal, query: { cursor, per_page: rowsOfPage }, inBackground: true }),
    ),
  // The token gets the flow of the session.
  add: async ({ name, scopes, expiresAt }) =>
    JSON.parse(await change(ownTokens, { name, scopes, expiresAt })) as Schemas['NewOwnToken'],
  revoke: async (id) => {
    await change(`${ownTokens}/${encodeURIComponent(id)}`, undefined, 'DELETE');
  },
};

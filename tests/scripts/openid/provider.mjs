// A provider on a free port of 127.0.0.1: oidc-provider with its pages for development, which accept any person.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

import Provider from 'oidc-provider';

// The provider warns that its pages and its memory are for development.
console.info = () => {};
console.warn = () => {};

export const redirectUri = 'https://trade.example.org/signed-in';
/** The address of a served exchange, and the page to which people return there. */
export const publicUrl = 'http://trade.example';
export const callback = `${publicUrl}/v2/sign-in/provider/callback`;
export const secret = 'a secret: +&=%';
export const idTokenSeconds = 60;

/** The clients: one for each algorithm of ID tokens and each way to authenticate. */
export const clients = {
  RS256: { token_endpoint_auth_method: 'client_secret_basic', id_token_signed_response_alg: 'RS256' },
  ES256: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256' },
  EdDSA: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'EdDSA' },
};

const kindsOfKeys = {
  RS256: ['rsa', { modulusLength: 2048 }],
  ES256: ['ec', { namedCurve: 'P-256' }],
  EdDSA: ['ed25519', {}],
};

/** New private keys; their ids begin with `name`. */
function newKeys(name) {
  const keys = Object.entries(kindsOfKeys).map(([algorithm, [type, options]]) => {
    const { privateKey } = generateKeyPairSync(type, options);
    return { ...privateKey.export({ format: 'jwk' }), kid: `${name}-${algorithm}`, alg: algorithm, use: 'sig' };
  });
  return { keys };
}

const usualClaims = (id) => ({
  email: `${id}@example.org`,
  email_verified: true,
  name: 'Müller',
  locale: 'de-CH',
  zoneinfo: 'Europe/Zurich',
  groups: ['clerks', 'admins'],
});

function configurationOf(jwks, { authenticationMethods, claimsOf }) {
  return {
    clients: Object.entries(clients).map(([id, client]) => ({
      client_id: id,
      ...(client.token_endpoint_auth_method === 'none' ? {} : { client_secret: secret }),
      redirect_uris: [redirectUri, callback],
      ...client,
    })),
    clientAuthMethods: authenticationMethods,
    jwks,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'locale', 'zoneinfo', 'groups'] },
    conformIdTokenClaims: false, // the claims are in the ID token
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...claimsOf(id) }),
    }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: idTokenSeconds, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key of the cookies'] },
    pkce: { required: () => true },
  };
}

/**
 * Starts a provider; `port` is any free one if it is 0. `tls` has the key and the certificate of an https server.
 * claimsOf() returns what the provider says about an account.
 */
export async function startProvider({
  authenticationMethods = ['client_secret_basic', 'client_secret_post', 'none'],
  claimsOf = usualClaims,
  port = 0,
  tls,
} = {}) {
  let handler;
  const reads = { discovery: 0, keys: 0 };
  const server = (tls ? createTlsServer : createServer)(tls ?? {}, (request, response) => {
    if (request.url === '/.well-known/openid-configuration') reads.discovery += 1;
    if (request.url === '/jwks') reads.keys += 1;
    handler(request, response);
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  const issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}`;
  let generation = 0;
  const provider = {
    issuer,
    reads,
    /** Replaces all keys. The provider keeps its codes and sessions. */
    rotate() {
      generation += 1;
      handler = new Provider(issuer, configurationOf(newKeys(`key${generation}`), { authenticationMethods, claimsOf })).callback();
    },
    stop() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
  provider.rotate();
  return provider;
}

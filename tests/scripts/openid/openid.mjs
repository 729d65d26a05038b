import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beginTests } from '../openapi/tests.mjs';
import { signIn } from './browser.mjs';
import { startClient } from './client.mjs';
import { clients, idTokenSeconds, redirectUri, secret, startProvider } from './provider.mjs';
import { testServing } from './serving.mjs';

const { test, end } = beginTests();
const anna = 'anna anna@example.org! Müller de-CH Europe/Zurich clerks admins';

/** Runs the steps with a provider and a client, which it stops afterwards. Each step returns its faults. */
async function withClient(options, steps) {
  const provider = options.provider ?? (await startProvider(options));
  const client = startClient({ issuer: provider.issuer, secret, ...options });
  try {
    return await steps(client, provider);
  } finally {
    client.stop();
    if (!options.provider) await provider.stop();
  }
}

function differences(...pairs) {
  return pairs.filter(([is, expected]) => is !== expected).map(([is, expected]) => `${is} instead of ${expected}`);
}

const refused = (sentence, detail = '') => `refused: ${sentence} ${detail}`;

/** Gets an ID token as another program would. */
async function idTokenOf(provider, id, nonce) {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'state',
    nonce,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const code = new URLSearchParams(await signIn(`${provider.issuer}/auth?${query}`)).get('code');
  const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
  });
  return (await answer.json()).id_token;
}

for (const [id, { token_endpoint_auth_method: method }] of Object.entries(clients)) {
  await test(`person_signs_in_with_${id}_and_${method}`, () => {
    const ownSecret = method === 'none' ? '' : secret;
    // The provider offers one way only, and the client must choose it.
    return withClient({ id, secret: ownSecret, authenticationMethods: [method] }, async (client) =>
      differences([await client.say('finish', await signIn(await client.say('begin'))), anna]));
  });
}

await test('code_is_used_once', () =>
  withClient({}, async (client) => {
    const query = await signIn(await client.say('begin'));
    return differences(
      [await client.say('finish', query), anna],
      [await client.say('finish', query), refused('The token endpoint refused the code or the client.', 'invalid_grant')],
    );
  }));

await test('code_of_another_sign_in_is_refused', () =>
  withClient({}, async (client) => {
    const stolen = new URLSearchParams(await signIn(await client.say('begin'))).get('code');
    const query = new URLSearchParams(await signIn(await client.say('begin'), 'eve'));
    query.set('code', stolen);
    return differences([
      await client.say('finish', query),
      refused('The token endpoint refused the code or the client.', 'invalid_grant'),
    ]);
  }));

await test('client_with_a_wrong_secret_is_refused', () =>
  withClient({ secret: 'wrong' }, async (client) =>
    differences([
      await client.say('finish', await signIn(await client.say('begin'))),
      refused('The token endpoint refused the code or the client.', 'invalid_client'),
    ])));

await test('redirect_of_an_earlier_sign_in_is_refused', () =>
  withClient({}, async (client) => {
    const query = await signIn(await client.say('begin'));
    await client.say('begin');
    return differences([
      await client.say('finish', query),
      refused('The redirect does not belong to this sign-in: its state differs.'),
    ]);
  }));

await test('refusal_of_the_provider_is_reported', () =>
  withClient({}, async (client) => {
    // Without a session at the provider, it cannot answer without a page.
    const query = await signIn(`${await client.say('begin')}&prompt=none`);
    return differences([await client.say('finish', query), refused('The provider refused the sign-in.', 'login_required')]);
  }));

await test('expired_token_is_refused', () =>
  withClient({}, async (client) => {
    const query = await signIn(await client.say('begin'));
    await client.say('advance', idTokenSeconds + 120);
    return differences([await client.say('finish', query), refused('The ID token has expired.')]);
  }));

await test('slow_sign_in_is_refused', () =>
  withClient({}, async (client) => {
    const query = await signIn(await client.say('begin'));
    await client.say('advance', 600);
    return differences([await client.say('finish', query), refused('The sign-in took too long.')]);
  }));

await test('token_with_another_nonce_or_client_is_refused', () =>
  withClient({}, async (client, provider) => {
    const own = await idTokenOf(provider, 'RS256', 'nonce1');
    // The provider has signed both, and only the client differs.
    const others = startClient({ issuer: provider.issuer, id: 'ES256', secret });
    const ofOthers = await others.say('check', 'nonce1', own);
    others.stop();
    return differences(
      [await client.say('check', 'nonce1', own), anna],
      [await client.say('check', 'nonce2', own), refused('The ID token belongs to another sign-in: its nonce differs.')],
      [ofOthers, refused('The ID token is for another client.')],
    );
  }));

// The person begins at one provider, and a second one, which an attacker runs, answers with the state of the first.
await test('mixed_up_issuers_are_refused', async () => {
  const attacker = await startProvider();
  const faults = await withClient({}, async (client) => {
    const address = new URL(await client.say('begin'));
    const query = await signIn(`${attacker.issuer}/auth${address.search}`);
    const without = new URLSearchParams(query);
    without.delete('iss');
    const sentence = 'The redirect lacks the issuer, or names another one.';
    return differences(
      [await client.say('finish', query), refused(sentence, attacker.issuer)],
      [await client.say('finish', without), refused(sentence)],
    );
  });
  await attacker.stop();
  return faults;
});

await test('new_keys_of_the_provider_are_read_once_a_minute', () =>
  withClient({}, async (client, provider) => {
    const signsIn = async () => client.say('finish', await signIn(await client.say('begin')));
    const first = await signsIn();
    provider.rotate();
    const early = await signsIn();
    await client.say('advance', 60);
    const second = await signsIn();
    const read = provider.reads.keys;
    provider.rotate();
    const unknown = refused('The provider has no key with the id in the ID token.');
    const tooSoon = [await signsIn(), await signsIn()];
    return differences(
      [first, anna],
      [early, unknown],
      [second, anna],
      [tooSoon.join(), [unknown, unknown].join()],
      [read, 2],
      [provider.reads.keys, 2],
    );
  }));

await test('discovery_is_shared_and_cached_for_an_hour', () =>
  withClient({}, async (client, provider) => {
    const begun = await client.say('begin_many', 20);
    const reads = [provider.reads.discovery];
    for (const seconds of [3_599, 1]) {
      await client.say('advance', seconds);
      await client.say('begin');
      reads.push(provider.reads.discovery);
    }
    return differences([begun, '20'], [reads.join(), '1,1,2']);
  }));

await test('provider_that_is_away_is_called_once_in_five_seconds', () =>
  withClient({}, async (client, provider) => {
    await provider.stop();
    const address = `${provider.issuer}/.well-known/openid-configuration`;
    const away = refused('The provider did not answer.', `${address}: The connection was refused.`);
    const answers = [await client.say('begin'), await client.say('begin_many', 20)];
    const again = await startProvider({ port: new URL(provider.issuer).port });
    answers.push(await client.say('begin'));
    await client.say('advance', 5);
    answers.push((await client.say('begin')).split('?')[0]);
    await again.stop();
    return differences([answers.join(), [away, '0', away, `${provider.issuer}/auth`].join()]);
  }));

await test('provider_at_an_address_that_is_not_public_is_not_called', () =>
  withClient({ reach: 'public_only' }, async (client, provider) => {
    const answer = await client.say('begin');
    const expected = 'The host is unknown, or has an address that must not be called.';
    return differences([answer.endsWith(expected), true], [provider.reads.discovery, 0]);
  }));

await test('issuer_without_tls_is_not_called', () =>
  withClient({ issuer: 'http://login.example.org' }, async (client) =>
    differences([await client.say('begin'), refused('An endpoint of the provider is not a valid https address.')])));

await test('document_of_another_issuer_is_refused', async () => {
  const provider = await startProvider();
  const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
  const faults = await withClient({ provider, issuer }, async (client) =>
    differences([await client.say('begin'), refused('The discovery document names another issuer than the settings.')]));
  await provider.stop();
  return faults;
});

await test('certificate_of_the_provider_is_checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-openid-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  const untrusted = 'Its certificate is not trusted, or belongs to another host.';
  const faults = await withClient({ tls, authorities: certificate }, (client, provider) =>
    withClient({ provider }, async (stranger) =>
      differences(
        [(await client.say('begin')).startsWith(`${provider.issuer}/auth?`), true],
        [(await stranger.say('begin')).endsWith(untrusted), true],
      )));
  rmSync(folder, { recursive: true });
  return faults;
});

await testServing(test);

end();

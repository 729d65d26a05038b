// A served exchange with providers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startExchange, startNode } from '../openapi/exchange.mjs';
import { publicUrl, secret, startProvider } from './provider.mjs';

const providerFile = ({ issuer, secretFile, participant }) => `
[everybody]
name = "Example Login"
issuer = "${issuer}"
client_id = "RS256"
client_secret_file = "${secretFile}"

[huber]
name = "Huber AG"
issuer = "${issuer}"
client_id = "ES256"
client_secret_file = "${secretFile}"
domains = ["huber.example"]
participant = "${participant}"
role_claim = "groups"
[huber.roles]
reader = ["trade-readers"]
administrator = ["trade-admins", "it"]

[strict]
name = "Strict SE"
issuer = "${issuer}"
client_id = "EdDSA"
domains = ["strict.example"]
passwords = false
trust_email = true
`;

/** Starts the provider. `options` let an exchange use it; the provider of one company gives roles in the participant. */
export async function startProviders(participant = '0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44') {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-sign-in-'));
  const file = join(folder, 'providers.toml');
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, `${secret}\n`);
  const said = new Map();
  const claimsOf = (id) => ({ email: id, email_verified: true, name: 'Anna Huber', ...said.get(id) });
  const provider = await startProvider({ claimsOf });
  writeFileSync(file, providerFile({ issuer: provider.issuer, secretFile, participant }));
  return {
    file,
    options: ['--sign-in-providers', file],
    /** From now on, the provider says this about the account. */
    say: (account, claims) => said.set(account, claims),
    /** The provider does not answer any more. */
    leave: () => provider.stop(),
    async stop() {
      await provider.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * An exchange with the providers, and the id of the participant in which one of them gives roles. With a store, which
 * is a database, a second node has the port for browsers.
 */
export async function startWorld(store = []) {
  const options = [...store, '--public-url', publicUrl];
  const exchange = await startExchange(options);
  const listed = await exchange.ask({ method: 'GET', path: '/admin/participants?per_page=100', token: 'operator' });
  const participant = JSON.parse(listed.body).items.find(({ name }) => name === 'customer').id;
  const providers = await startProviders(participant);
  await exchange.restart(providers.options);
  const node = store.length > 0 ? await startNode([...options, ...providers.options]) : undefined;
  return {
    exchange,
    port: node?.port ?? exchange.port,
    participant,
    providers,
    async stop() {
      await node?.stop();
      await exchange.stop();
      await providers.stop();
    },
  };
}

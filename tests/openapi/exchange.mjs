// An exchange as its own process, with a network that every answer can be provoked in.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const binary = resolve(
  repository,
  process.env.TRADEPOST_EXCHANGE_SERVER ?? 'build/release/servers/exchange_server',
);

export const parties = {
  customer: '9521002000009',
  supplier: '9521001000000',
  blocked: '9521003000008',
  newcomer: '9521004000007',
};

const participant = (name, gln, tokens) => ({ name, identifiers: [{ domain: 'GS1', identifier: gln }], tokens });

const network = {
  participants: [
    participant('Kunde', parties.customer, [
      { token: 'customer' },
      { token: 'customer-reads', scopes: ['read'] },
      { token: 'customer-sends', scopes: ['send'] },
      { token: 'customer-expired', expiresInDays: -1 },
    ]),
    participant('Lieferant', parties.supplier, [{ token: 'supplier' }, { token: 'supplier-polls' }]),
    participant('Gesperrt', parties.blocked, [{ token: 'blocked' }]),
    participant('Neuling', parties.newcomer, [{ token: 'newcomer' }]),
  ],
  relationships: [
    { from: 'Kunde', to: 'Lieferant', status: 'active' },
    { from: 'Lieferant', to: 'Kunde', status: 'active' },
    { from: 'Gesperrt', to: 'Lieferant', status: 'blocked' },
  ],
  operators: [{ name: 'Leitstelle', token: 'operator' }],
};

/** A running exchange: its port, and stop(), which waits for its end and gives its exit code. */
export async function startExchange(settings = {}) {
  if (!existsSync(binary)) throw new Error(`there is no ${binary}: build exchange_server`);
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-openapi-'));
  const file = join(folder, 'network.json');
  writeFileSync(file, JSON.stringify({ ...settings, ...network }));
  const child = spawn(binary, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((done) => child.once('close', (code, signal) => done(code ?? signal)));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise((done) => lines.once('line', done)),
    ended.then((how) => Promise.reject(new Error(`the exchange ended with ${how} before it began`))),
  ]);
  return {
    port: Number(first),
    stop: async () => {
      child.stdin.end();
      const how = await ended;
      rmSync(folder, { recursive: true });
      return how;
    },
  };
}

// The binary under test, serving a network that every answer can be provoked in.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { ask } from './wire.mjs';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
export const binary = resolve(repository, process.env.TRADEPOST_BIN ?? 'build/release/tradepost');
const operatorToken = 'tp_op_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

// Few enough that a test can use them up, more than all else needs.
export const connectionsOfOneAddress = 300;
export const keysOfOneParticipant = 20;

export const parties = {
  customer: '9521002000009',
  supplier: '9521001000000',
  blocked: '9521003000008',
  newcomer: '9521004000007',
  keyed: '9521005000006',
};

/** Names for the parties, as the examples of the description have them. */
export const companies = {
  customer: 'Kundenmarkt GmbH',
  supplier: 'Lieferwerk AG',
  blocked: 'Sperrgut KG',
  newcomer: 'Neuland OHG',
  keyed: 'Schlüssel GbR',
};

/** Options of an exchange that sends e-mail, to a server that does not answer. */
export const mailOptions = [
  ...['--mail-server', 'smtp://127.0.0.1:9', '--mail-tls', 'none', '--mail-from', 'post@trade.example'],
  ...['--public-url', 'https://trade.example'],
];

const tokensOf = {
  customer: { customer: {}, 'customer-reads': { scopes: ['read'] }, 'customer-sends': { scopes: ['send'] }, 'customer-revoked': {}, 'customer-tests': { flow: 'TEST' } },
  supplier: { supplier: {}, 'supplier-polls': {}, 'supplier-sends': { scopes: ['send'] }, 'supplier-tests': { flow: 'TEST' } },
  blocked: { blocked: {} },
  newcomer: { newcomer: {} },
  keyed: { keyed: {} },
};

const relationships = [
  ['customer', 'supplier', 'active'],
  ['supplier', 'customer', 'active'],
  ['keyed', 'supplier', 'active'],
  ['blocked', 'supplier', 'blocked'],
];

/** An option: participants can't start simulated partners. */
export const withoutSimulatedPartners = '--simulated-partners=no';

/** Serves the folder: its port, and the process. */
async function serve(folder, options) {
  const bounds = ['--keys-max', keysOfOneParticipant, '--connections-per-address', connectionsOfOneAddress];
  const simulated = options.includes(withoutSimulatedPartners) ? [] : ['--simulated-partners'];
  const args = ['serve', '--data', join(folder, 'data'), '--listen', '127.0.0.1:0', '--disk-reserve-bytes', 1 << 20, ...bounds, ...simulated, ...options];
  const child = spawn(binary, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TRADEPOST_OPERATOR_TOKEN: operatorToken },
  });
  const ended = new Promise((done) => child.once('close', (code, signal) => done(code ?? signal)));
  const line = await Promise.race([
    new Promise((done) => createInterface({ input: child.stdout }).once('line', done)),
    ended.then((how) => Promise.reject(new Error(`the exchange ended with ${how} before it began`))),
  ]);
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { port: Number(line.match(/:(\d+)$/)[1]), child, end };
}

/** Another node of a network that its database already has. */
export async function startNode(options) {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-openapi-'));
  const served = await serve(folder, options);
  return {
    port: served.port,
    async stop() {
      await served.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * A running exchange. Its parties have these names, or are named by their keys. ask() accepts the names of tokens in
 * place of tokens; restart() adds options; stop() waits for the end of the process and returns its exit code.
 */
export async function startExchange(options = [], names = {}) {
  if (!existsSync(binary)) throw new Error(`there is no ${binary}: build it, or name it in TRADEPOST_BIN`);
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-openapi-'));
  let served = await serve(folder, options);
  const tokens = { operator: operatorToken };
  const exchange = {
    get port() {
      return served.port;
    },
    tokens,
    ask: (request, how) => ask(served.port, { ...request, token: tokens[request.token] ?? request.token }, how),
    beginToEnd: () => served.child.kill('SIGTERM'),
    restart: async (more) => {
      await served.end();
      served = await serve(folder, [...options, ...more]);
    },
    stop: async () => {
      const how = await served.end();
      rmSync(folder, { recursive: true });
      return how;
    },
  };
  Object.assign(tokens, await networkOf(exchange, names));
  return exchange;
}

/** Makes the network as an operator would; gives the tokens by their names. */
async function networkOf(exchange, names) {
  const change = async (method, path, body) => {
    const answer = await exchange.ask({ method, path, token: 'operator', body: body && JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const ids = {};
  const tokens = {};
  for (const [name, identifier] of Object.entries(parties)) {
    const added = await change('POST', '/admin/participants', { name: names[name] ?? name, identifiers: [{ domain: 'GS1', identifier }] });
    ids[name] = added.id;
    for (const [token, rights] of Object.entries(tokensOf[name])) {
      const made = await change('POST', '/admin/tokens', { participant: added.id, ...rights });
      tokens[token] = made.token;
      if (token.endsWith('-revoked')) await change('DELETE', `/admin/tokens/${made.id}`);
    }
  }
  for (const [from, to, status] of relationships) {
    await change('PUT', '/admin/relationships', { from: ids[from], to: ids[to], status });
  }
  return tokens;
}

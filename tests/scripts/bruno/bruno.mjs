import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import lang from '@usebruno/lang';

import { startExchange } from '../openapi/exchange.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const binary = resolve(here, '../../..', process.env.TRADEPOST_BIN ?? 'build/release/tradepost');
const { bruToEnvJsonV2, bruToJsonV2 } = lang;

let passed = 0;
let failed = 0;

function test(name, faults) {
  if (faults.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  console.log(`FAILED ${name}`);
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
}

const same = (given, expected, what) =>
  isDeepStrictEqual(given, expected) ? [] : [`${what}: ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`];

/** The requests of a collection by their files, as Bruno reads them. */
function requestsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.bru') && name.includes('/'));
  const requests = files.filter((name) => !/^environments|\/folder\.bru$/.test(name));
  return new Map(requests.map((name) => [name, bruToJsonV2(readFileSync(join(folder, name), 'utf8'))]));
}

/** Bruno's way to write a path, which knows parameters of whole segments alone. */
const pathOf = (path) =>
  path.split('/').map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1').replace(/^\{(\w+)\}\./, '{{$1}}.')).join('/');

function tokenOf({ security }) {
  const [scheme] = security.flatMap(Object.keys);
  return { undefined: undefined, operator: '{{operatorToken}}' }[scheme] ?? (scheme && '{{token}}');
}

/** What differs between an operation and its request. */
function differences(document, path, method, operation, request) {
  if (request === undefined) return ['there is no request for it'];
  const parameters = operation.parameters.map((one) => (one.$ref ? document.components.parameters[one.$ref.split('/').pop()] : one));
  const named = (place) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const inUrl = (name) => request.http.url.includes(`{{${name}}}`);
  const example = operation.requestBody?.content['application/json'].example;
  const body = request.body?.json && JSON.parse(request.body.json.replaceAll('{{baseUrl}}', document.servers[0].url));
  const ofPlace = (place) => (request.params ?? []).filter(({ type }) => type === place).map(({ name }) => name);
  return [
    ...same(request.meta.name, operation.summary, 'name'),
    ...same(request.http.method, method, 'method'),
    ...same(request.http.url.split('?')[0], `{{baseUrl}}${pathOf(path)}`, 'url'),
    ...same(ofPlace('query'), named('query'), 'query'),
    ...same(ofPlace('path'), named('path').filter((name) => !inUrl(name)), 'path'),
    ...same((request.vars?.req ?? []).map(({ name }) => name), named('path').filter(inUrl), 'variables'),
    ...same((request.headers ?? []).map(({ name }) => name), named('header'), 'headers'),
    ...same(request.auth?.bearer?.token, tokenOf(operation), 'token'),
    ...same(body, example, 'body'),
    ...same(request.docs.replace(/^ +/gm, ''), operation.description.replace(/^ +/gm, ''), 'docs'),
  ];
}

function everyOperation(document, requests) {
  const names = new Set();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const name = `${operation.tags[0]}/${operation.operationId}.bru`;
      names.add(name);
      test(`${operation.operationId} is in the collection`, differences(document, path, method, operation, requests.get(name)));
    }
  }
  test('the collection has no other requests', [...requests.keys()].filter((name) => !names.has(name)));
}

/** Runs a request of the collection with Bruno's command line; gives the answer. */
function run(folder, file, variables) {
  const report = join(folder, '..', 'report.json');
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const command = [join(here, 'node_modules/@usebruno/cli/bin/bru.js'), 'run', file, '--env', 'exchange', ...given, '--reporter-json', report];
  const { stdout, stderr } = spawnSync('node', command, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  try {
    return JSON.parse(readFileSync(report, 'utf8'))[0].results[0].response;
  } catch {
    throw new Error(`${stdout}${stderr}`);
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'tradepost-bruno-'));
const folder = join(scratch, 'collection');
const exchange = await startExchange();
try {
  const url = `http://127.0.0.1:${exchange.port}`;
  const written = spawnSync(binary, ['bruno', '--out', folder, '--url', url], { encoding: 'utf8' });
  test('the command says where the collection is', same(written.stdout, `The collection is in ${folder}.\n`, 'output'));
  const document = JSON.parse((await exchange.ask({ method: 'GET', path: '/openapi.json' })).body);
  everyOperation(document, requestsIn(folder));
  const environment = bruToEnvJsonV2(readFileSync(join(folder, 'environments/exchange.bru'), 'utf8'));
  test('the environment has the address, and no token', [
    ...same(environment.variables.find(({ name }) => name === 'baseUrl').value, url, 'baseUrl'),
    ...same(environment.variables.filter(({ secret }) => secret).map(({ name, value }) => [name, value]), [['token', null], ['operatorToken', null]], 'secrets'),
  ]);

  const variables = { token: exchange.tokens.customer, operatorToken: exchange.tokens.operator };
  const sent = run(folder, 'Trading/sendDocument.bru', variables);
  const listed = run(folder, 'History/listAllTransactions.bru', variables);
  const participants = run(folder, 'Administration/listParticipants.bru', variables);
  test('Bruno sends the order of the collection', same(sent.status, 201, 'status'));
  test('Bruno lists the order', [
    ...same(listed.status, 200, 'status'),
    ...same(listed.data.items?.map((one) => one.platformTransactionId), [sent.data.platformTransactionId], 'transactions'),
  ]);
  test('Bruno lists the participants as an operator', same(participants.status, 200, 'status'));

  const beta = join(scratch, 'beta');
  spawnSync(binary, ['bruno', '--out', beta, '--field-word', 'beta']);
  const { body } = requestsIn(beta).get('Trading/reportOnTransactions.bru');
  test('the ids have the word that is set', same(Object.keys(JSON.parse(body.json).items[0]), ['betaTransactionId', 'success'], 'fields'));
  for (const option of [['--field-word', 'be"ta'], ['--url', 'ftp://127.0.0.1'], ['--url', 'http://x\n}']]) {
    const { status } = spawnSync(binary, ['bruno', '--out', beta, ...option]);
    test(`${JSON.stringify(option)} is refused`, same(status, 2, 'exit code'));
  }
} finally {
  await exchange.stop();
  rmSync(scratch, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startExchange } from '../openapi/exchange.mjs';
import { order } from '../openapi/requests.mjs';
import { changes } from './changes.mjs';
import { breaches } from './compatibility.mjs';
import { generateWith, generators } from './generators.mjs';
import { narrowingProgram } from './narrowing.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const kept = join(here, 'described/ca3ae90.json');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

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

/** Generates the clients, and compiles them and all programs in one run; gives the faults by file. */
async function compile(folder, description) {
  const tsconfig = {
    compilerOptions: {
      strict: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'commonjs', moduleResolution: 'node10',
      types: ['node'], skipLibCheck: true, outDir: 'out',
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(here, 'programs'), folder, { recursive: true });
  const program = narrowingProgram(read(join(here, '../../../model/documents.json')));
  for (const generator of generators) {
    await generateWith(generator, description, join(folder, generator));
    writeFileSync(join(folder, generator, 'narrowed.ts'), program);
  }
  await generateWith('hey_api', kept, join(folder, 'older'));
  const { stdout } = spawnSync('node', [join(here, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

function outputOf(program, environment) {
  const options = { env: { ...process.env, ...environment }, encoding: 'utf8', timeout: 30_000 };
  const { status, stdout, stderr } = spawnSync('node', [program], options);
  return status === 0 ? stdout : `${stdout}${stderr}`;
}

const same = (given, expected) => (given === expected ? [] : [`${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`]);

async function clients(exchange, folder, description) {
  const faults = await compile(folder, description);
  const of = (place) => faults.filter((line) => line.includes(place));
  for (const generator of generators) test(`a switch on type narrows with ${generator}`, of(`${generator}/`));
  test('the programs compile', faults.filter((line) => !generators.some((generator) => line.includes(`${generator}/`))));

  const { customer, supplier } = exchange.tokens;
  const environment = { EXCHANGE: `http://127.0.0.1:${exchange.port}`, CUSTOMER: customer, SUPPLIER: supplier };
  await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: order({ number: 'newer-1' }) });
  for (const program of ['pull_with_hey_api', 'pull_with_orval']) {
    test(`${program} lists the order`, same(outputOf(join(folder, 'out', `${program}.js`), environment), 'newer-1\n'));
  }
  const trade = [
    'duplicate', 'true customer older-1', 'true customer older-2', 'Marked as processed.', 'FAILED unknown article', '',
  ].join('\n');
  test('a client of the older description trades', same(outputOf(join(folder, 'out/older_client.js'), environment), trade));
}

function compatibility(description) {
  const older = read(kept);
  test('the description of ca3ae90 changed by additions only', breaches(older, description));
  for (const [name, change, isAddition] of changes) {
    const newer = structuredClone(older);
    change(newer);
    const found = breaches(older, newer);
    const isNoticed = found.length > 0;
    test(name, isNoticed === !isAddition ? [] : isAddition ? found : ['nothing was noticed']);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tradepost-clients-'));
const exchange = await startExchange();
try {
  const { body } = await exchange.ask({ method: 'GET', path: '/openapi.json' });
  const description = join(folder, 'openapi.json');
  writeFileSync(description, body);
  compatibility(JSON.parse(body));
  await clients(exchange, folder, description);
} finally {
  await exchange.stop();
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// Each valid example, as a message of both directories: both parsers must find the same segments, and in them the
// values of the document. ts-edifact also checks the structure of the messages that it has a table for.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const Parser = require('edifact/parser.js');
const { Reader } = require('ts-edifact');

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const binary = resolve(repository, process.env.TRADEPOST_BIN ?? 'build/release/tradepost');
const tables = `${dirname(require.resolve('ts-edifact'))}/messageSpec/`;
const examples = join(repository, 'examples');
// The tables that ts-edifact has, of D.01B.
const withTable = new Set(['DESADV', 'INVOIC', 'INVRPT', 'ORDERS']);

// It prints each table that it replaces by the newest one.
console.warn = () => {};

let passed = 0;
let failed = 0;
function test(name, work) {
  try {
    work();
    ++passed;
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.message}`);
  }
}

function equal(one, other, what) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${what}: ${JSON.stringify(one)?.slice(0, 300)}, ${JSON.stringify(other)?.slice(0, 300)}`);
  }
}

// Returns the text of an interchange, whose character set is in UNB.
function decoded(bytes) {
  return bytes.toString(bytes.includes('UNB+UNOC') ? 'latin1' : 'utf8');
}

function segmentsByEdifact(text) {
  const segments = [];
  const parser = new Parser();
  parser.on('opensegment', (name) => segments.push([name]));
  parser.on('element', () => segments.at(-1).push([]));
  parser.on('component', (value) => segments.at(-1).at(-1).push(value));
  parser.encoding('UNOY');
  parser.write(text);
  parser.end();
  return segments;
}

function segmentsByTsEdifact(text) {
  return new Reader(tables).parse(text).map(({ name, elements }) => [name, ...elements]);
}

const isEqual = (one, other) => one === other || Number(one) === Number(other);

// The segments of one tag with a qualifier: DTM+137.
const those = (segments, tag, qualifier) =>
  segments.filter(([name, first]) => name === tag && (qualifier === undefined || first?.[0] === qualifier));

function checkValues(segments, { type, content }, losses) {
  const lost = (path) => losses.some((line) => line.includes(`content.${path}`));
  const headers = Object.entries(content.header);
  const [, number] = headers.find(([name]) => /^(orderResponse|creditNote|shipment|inventoryReport|salesReport)Identifier$/.test(name)) ??
    headers.find(([name]) => /^(adviceNumber|receivalAdviceNumber|catalogNumber)$/.test(name)) ??
    headers.find(([name]) => name === { ORDER: 'orderIdentifier', INVOICE: 'invoiceIdentifier' }[type]) ??
    headers.find(([name]) => name === 'shippingNoticeIdentifier') ?? [];
  if (number !== undefined) equal(those(segments, 'BGM')[0][2][0], number, 'the number in BGM');
  const items = content.items ?? [];
  if (!['REMITTANCE_ADVICE'].includes(type) && items.every((item) => !item.subItems)) {
    if (content.items) equal(those(segments, 'LIN').length, items.length, 'lines');
  }
  const quantities = { ORDER: ['21', 'quantity'], INVOICE: ['47', 'quantity'], CREDIT_NOTE: ['47', 'quantity'] }[type];
  if (quantities && items.every((item) => !item.subItems)) {
    const sent = items
      .map((item) => item[quantities[1]])
      .filter((quantity, i) => quantity !== undefined && !lost(`items.${i}.${quantities[1]}`));
    const came = those(segments, 'QTY', quantities[0]).map(([, [, quantity]]) => quantity);
    equal(came.length, sent.length, 'quantities');
    sent.forEach((quantity, i) => {
      if (!isEqual(String(quantity), came[i])) throw new Error(`the quantity ${quantity} is ${came[i]}`);
    });
  }
  const due = content.summary?.dueAmount;
  if (due !== undefined && !lost('summary.dueAmount')) {
    const [, amount] = those(segments, 'MOA', '9').at(-1)[1];
    if (!isEqual(String(due), amount)) throw new Error(`the amount ${due} is ${amount}`);
  }
}

function checkExample(file, form) {
  const { status, stdout, stderr } = spawnSync(binary, ['convert', '--to', form, '--losses', file]);
  if (status !== 0) throw new Error(stderr.toString());
  const text = decoded(stdout);
  const segments = segmentsByEdifact(text);
  equal(segments[0][0], 'UNB', 'the first segment');
  equal(Number(segments.at(-2)[1][0]), segments.length - 2, 'the segments that UNT counts');
  const body = JSON.parse(readFileSync(file, 'utf8'));
  checkValues(segments, body, stderr.toString().split('\n'));
  const [message] = those(segments, 'UNH')[0][2];
  if (form === 'edifact' && withTable.has(message)) {
    // ts-edifact knows no character set of Unicode.
    const latin = text.replace('UNB+UNOW:4', 'UNB+UNOC:3').replace(/[^\x00-\xff]/g, '*');
    equal(segmentsByTsEdifact(latin), segmentsByEdifact(latin), 'the parsers differ');
  }
}

for (const kind of readdirSync(examples).sort()) {
  if (['client', 'sales', 'README.md'].includes(kind)) continue;
  for (const name of readdirSync(join(examples, kind)).sort()) {
    const file = join(examples, kind, name);
    if (!name.endsWith('.json') || spawnSync(binary, ['validate', file]).status !== 0) continue;
    const forms = kind === 'dispatch_instruction' ? ['edifact'] : ['edifact', 'edifact-d96a'];
    for (const form of forms) test(`${kind}/${name} ${form}`, () => checkExample(file, form));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

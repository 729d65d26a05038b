// Opens each PDF file of a folder with other programs: opened.mjs FOLDER FOLDER_OF_CII. The second folder has the
// e-invoice of each file. Debian has no program that judges PDF/A; these are the facts that a reader can see.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { FacturX } from 'factur-x-kit';

const [folder, folderOfXml] = process.argv.slice(2);

const run = (program, ...options) => execFileSync(program, options, { encoding: 'utf8', maxBuffer: 1 << 26 });
const amountIn = (xml, name) => Number(xml.match(new RegExp(`<ram:${name}[^>]*>([^<]+)<`))[1]);

async function judgeAttachment(file, xml) {
  assert.match(run('pdfdetach', '-list', file), /^1 embedded files\n1: factur-x\.xml\n$/);
  run('pdfdetach', '-save', '1', '-o', `${file}.xml`, file);
  assert.equal(await readFile(`${file}.xml`, 'utf8'), xml);
}

function judgeFonts(file) {
  const rows = run('pdffonts', file).trimEnd().split('\n').slice(2);
  assert.ok(rows.length > 0);
  for (const row of rows) assert.match(row, / yes yes yes +\d+ +0$/, row);
}

function judgeMetadata(file) {
  const facts = run('pdfinfo', file);
  const title = facts.match(/^Title: +(.*)$/m)[1];
  assert.match(facts, /^Encrypted: +no$/m);
  assert.match(facts, /^PDF version: +1\.7$/m);
  const metadata = run('pdfinfo', '-meta', file);
  assert.match(metadata, /<pdfaid:part>3<.*<pdfaid:conformance>B</s);
  assert.match(metadata, /<fx:DocumentFileName>factur-x\.xml<.*<fx:ConformanceLevel>EN 16931</s);
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  assert.ok(metadata.includes(`>${escaped}<`), title);
}

async function judgeInvoice(file, xml) {
  const invoice = await FacturX.fromPDF(new Uint8Array(await readFile(file)));
  const { errors = [] } = await invoice.validate();
  // The library adds amounts as binary fractions: for it, 40899.73 and 0.01 are not 40899.74.
  assert.deepEqual(errors.filter(({ message }) => !message.startsWith('[BR-CO-16]')), []);
  const { document, invoiceLines, totals } = invoice.object;
  assert.equal(document.id, xml.match(/<rsm:ExchangedDocument>\s*<ram:ID>([^<]+)</)[1]);
  assert.equal(invoiceLines.length, xml.split('<ram:IncludedSupplyChainTradeLineItem>').length - 1);
  assert.equal(totals.openAmount, amountIn(xml, 'DuePayableAmount'));
  assert.equal(totals.grossTotal, amountIn(xml, 'GrandTotalAmount'));
}

let passed = 0;
let failed = 0;
for (const name of (await readdir(folder)).sort()) {
  const file = join(folder, name);
  const xml = await readFile(join(folderOfXml, name.replace(/pdf$/, 'xml')), 'utf8');
  try {
    await judgeAttachment(file, xml);
    judgeFonts(file);
    judgeMetadata(file);
    await judgeInvoice(file, xml);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`${name}: ${error.message}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);

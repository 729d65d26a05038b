// What the API reference shows, in Chromium, and whom the browser asks for it.
//   TRADEPOST_BIN   the binary, from the repository's root (build/release/tradepost)
//   DOCS_PAGE_SHOTS a folder, for pictures of it
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

import { Browser } from './browser.mjs';
import { startExchange } from '../openapi/exchange.mjs';

const patienceMs = 60_000;
const screens = [
  { name: 'wide, light', width: 1400, scheme: 'light' },
  { name: 'wide, dark', width: 1400, scheme: 'dark' },
  { name: 'phone, light', width: 390, mobile: true, scheme: 'light' },
  { name: 'phone, dark', width: 390, mobile: true, scheme: 'dark' },
];

const exchange = await startExchange();
const base = `http://127.0.0.1:${exchange.port}`;
const description = JSON.parse((await exchange.ask({ method: 'GET', path: '/openapi.json' })).body);
const described = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, summary }]) => ({ id: operationId, method: method.toUpperCase(), path, summary })),
);

const webhooks = Object.keys(description.webhooks).length;

let passed = 0;
let failed = 0;
/** One test: what it gives is what was seen, and true is right. */
async function test(name, seen) {
  let found;
  try {
    found = await seen();
  } catch (error) {
    found = error.stack;
  }
  if (found === true) passed += 1;
  else console.log(`FAILED ${name}: ${JSON.stringify(found)}`);
  failed += found === true ? 0 : 1;
}

async function until(browser, expression) {
  const deadline = Date.now() + patienceMs;
  while (!(await browser.look(expression))) {
    if (Date.now() > deadline) throw new Error(`never came: ${expression}`);
    await after(50);
  }
}

// The rows that are to be seen: each has a size, and stands within the screen's width.
const shown = `[...document.querySelectorAll('.opblock')].map((row) => {
  const text = (name) => row.querySelector(name).textContent.replaceAll('\\u200b', '').trim();
  const { width, height, right } = row.getBoundingClientRect();
  return { id: row.id, method: text('.opblock-summary-method'), path: text('.opblock-summary-path'),
    summary: text('.opblock-summary-description'), isSeen: width > 200 && height > 20 && right <= innerWidth };
})`;

// Of light grounds the words are dark, and the other way round.
const brightness = (selector, property) => `(() => {
  const [r, g, b] = getComputedStyle(document.querySelector('${selector}')).${property}.match(/[\\d.]+/g).map(Number);
  return (r * 2 + g * 5 + b) / 8 / 255;
})()`;

// As a person does it: what a script does by itself the browser holds against the page.
const click = (browser, expression) => browser.ask('Runtime.evaluate', { expression: `${expression}.click()`, userGesture: true });

const rowOf = (id) => `[...document.querySelectorAll('.opblock')].find((row) => row.id.endsWith('-${id}'))`;

async function lookAt({ name, ...screen }) {
  const browser = await Browser.open();
  await browser.be(screen);
  await browser.show(`${base}/docs/api`);
  await test(`${name}: every operation and webhook is shown`, async () => {
    await until(browser, `document.querySelectorAll('.opblock').length >= ${described.length}`);
    const rows = await browser.look(shown);
    const missing = described.filter(
      ({ id, method, path, summary }) =>
        !rows.some((row) => row.id.endsWith(`-${id}`) && row.method === method && row.path === path && row.summary === summary && row.isSeen),
    );
    return (missing.length === 0 && rows.length === described.length + webhooks) || { missing, rows: rows.length };
  });
  await test(`${name}: the colours are those that were asked for`, async () => {
    const ground = await browser.look(brightness('html', 'backgroundColor'));
    const words = await browser.look(brightness('.swagger-ui .info p', 'color'));
    const isTransparent = await browser.look(`getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)'`);
    if (screen.scheme === 'dark') return (ground < 0.3 && words > 0.6) || { ground, words };
    return ((isTransparent || ground > 0.8) && words < 0.4) || { ground, words };
  });
  await test(`${name}: an operation opens, with its answers and an example`, async () => {
    await click(browser, `${rowOf('ping')}.querySelector('.opblock-summary-control')`);
    await until(browser, `${rowOf('ping')}.querySelector('.responses-wrapper') !== null`);
    await click(browser, `${rowOf('sendDocument')}.querySelector('.opblock-summary-control')`);
    await until(browser, `${rowOf('sendDocument')}.innerText.includes('4500871234')`);
    const answers = await browser.look(`[...${rowOf('sendDocument')}.querySelectorAll('.response .response-col_status')].map((one) => one.innerText.trim())`);
    const wanted = Object.keys(description.paths['/v2/transactions'].post.responses);
    return JSON.stringify(answers) === JSON.stringify(wanted) || { answers, wanted };
  });
  await test(`${name}: nothing is wider than the screen`, async () => {
    const width = await browser.look('document.documentElement.scrollWidth');
    return width <= screen.width || width;
  });
  // Without a session the page is answered with 401 when it asks for one.
  const isExpected = (complaint) => /status of 401/.test(complaint);
  await test(`${name}: nobody else is asked, and the browser has nothing to complain about`, async () => {
    const fetched = browser.requests.filter((url) => !url.startsWith('data:'));
    const elsewhere = fetched.filter((url) => new URL(url).origin !== base);
    return (elsewhere.length === 0 && fetched.length === 10 && browser.complaints.every(isExpected)) || { fetched, complaints: browser.complaints };
  });
  if (process.env.DOCS_PAGE_SHOTS) {
    const { data } = await browser.ask('Page.captureScreenshot');
    writeFileSync(join(process.env.DOCS_PAGE_SHOTS, `${name}.png`), Buffer.from(data, 'base64'));
  }
  await browser.close();
}

for (const screen of screens) await lookAt(screen);
await test('the exchange ends as it should', async () => (await exchange.stop()) === 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

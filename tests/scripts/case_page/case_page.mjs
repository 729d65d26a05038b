// What a clerk sees who opens the link in a 422, in Chromium.
//   TRADEPOST_BIN   the binary, from the repository's root (build/release/tradepost)
//   CASE_PAGE_SHOTS a folder, for pictures of it
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parties, startExchange } from '../openapi/exchange.mjs';
import { Browser } from '../docs_page/browser.mjs';

const party = (name) => ({ identifiers: [{ identifier: parties[name] }] });
const faulty = JSON.stringify({
  type: 'ORDER',
  content: {
    header: { buyer: party('customer'), supplier: party('supplier'), orderIdentifier: '4711', orderDate: '2026-02-30' },
    items: [
      ...Array.from({ length: 40 }, (_, item) => ({ lineNumber: item, quantity: String(item), description: `Käse ${item}` })),
      { quantity: '<script>document.title = 1</script>', longWord: 'x'.repeat(500), last: '</pre><img src=x>' },
    ],
  },
});

const exchange = await startExchange();
const refused = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: faulty });
const url = JSON.parse(refused.body).errorUrl;
const faultCount = JSON.parse(refused.body).faultCount;
const browser = await Browser.open();

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

async function picture(name) {
  const folder = process.env.CASE_PAGE_SHOTS;
  if (!folder) return;
  const { data } = await browser.ask('Page.captureScreenshot', { captureBeyondViewport: true });
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}

const text = (selector) => browser.look(`document.querySelector(${JSON.stringify(selector)}).innerText`);

// The least contrast of any text on what lies behind it (WCAG 2.2, 1.4.3), with the element that has it.
const leastContrast = `(() => {
  const canvas = document.createElement('div');
  document.body.append(canvas);
  canvas.style.backgroundColor = 'Canvas';
  const parse = (colour) => { const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, below, a) => Object.fromEntries(['r', 'g', 'b'].map((c) => [c, top[c] * a + below[c] * (1 - a)]));
  const light = ({ r, g, b }) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const paper = parse(getComputedStyle(canvas).backgroundColor);
  canvas.remove();
  let least = { contrast: 21 };
  for (const element of document.querySelectorAll('h1, h2, p, dt, dd, code, a, pre, mark, .about')) {
    const style = getComputedStyle(element);
    const back = parse(style.backgroundColor);
    const behind = over(back, paper, back.a);
    const colour = parse(style.color);
    const front = over(colour, behind, colour.a * Number(style.opacity));
    const [low, high] = [light(front), light(behind)].sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < least.contrast) least = { contrast, element: element.outerHTML.slice(0, 80) };
  }
  return least;
})()`;

await browser.be({ width: 1400 });
await browser.show(url);

await test('the style is taken, and the browser complains of nothing', async () => {
  const width = await browser.look('getComputedStyle(document.body).maxWidth');
  return (width === '1440px' && browser.complaints.length === 0) || { width, complaints: browser.complaints };
});
await test('what the document says is text', () =>
  browser.look('document.scripts.length === 0 && !document.querySelector("img") && document.title === "A document was refused"'));
await test('every fault is named, and its place marked', async () => {
  const [named, marked] = await browser.look('[document.querySelectorAll("ol > li").length, document.querySelectorAll("mark").length]');
  return (named === faultCount && marked === faultCount) || { faultCount, named, marked };
});
await test('a fault leads to its place', async () => {
  await browser.look('document.querySelectorAll("ol a")[30].click()');
  return browser.look('document.querySelector("mark:target").id === document.querySelectorAll("ol a")[30].innerText');
});
await test('on a wide screen the document stands beside the faults', async () => {
  const [left, right] = await browser.look(
    '[...document.querySelectorAll(".beside > section")].map((part) => part.getBoundingClientRect()).map(({ top, left }) => ({ top, left }))',
  );
  await picture('wide');
  return (left.top === right.top && right.left > left.left + 400) || { left, right };
});
for (const width of [320, 360, 600]) {
  await test(`${width} points are wide enough`, async () => {
    await browser.be({ width, mobile: true });
    const seen = await browser.look('[innerWidth, document.documentElement.scrollWidth]');
    await picture(`phone_${width}`);
    return seen.every((points) => points === width) || seen;
  });
}
for (const scheme of ['light', 'dark']) {
  await test(`all can be read in the ${scheme}`, async () => {
    await browser.be({ width: 1400, scheme });
    const least = await browser.look(leastContrast);
    await picture(scheme);
    return least.contrast >= 4.5 || least;
  });
}
await test('on paper all is there, and what is marked is seen without colours', async () => {
  await browser.be({ width: 1400, media: 'print' });
  const line = await browser.look('getComputedStyle(document.querySelector("mark")).textDecorationLine');
  const { data } = await browser.ask('Page.printToPDF');
  const pdf = Buffer.from(data, 'base64');
  if (process.env.CASE_PAGE_SHOTS) writeFileSync(join(process.env.CASE_PAGE_SHOTS, 'paper.pdf'), pdf);
  const printed = execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
  const wanted = ['What to do next', 'Item 41: quantity', 'Käse 39', '</pre><img src=x>', 'Reference'];
  return (line === 'underline' && wanted.every((part) => printed.includes(part))) || { line, printed: printed.slice(-500) };
});
await test('moments are told with their zone', async () => /^\d\d? [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC$/.test(await text('time')));

await browser.close();
await exchange.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

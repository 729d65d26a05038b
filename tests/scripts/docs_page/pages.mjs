// The pages of /docs, as programs and as people find them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startExchange } from '../openapi/exchange.mjs';
import { beginTests } from '../openapi/tests.mjs';
import { Browsing } from '../console/browsing.mjs';
import { crawl, faultsOfLinks, filesOfDocs } from './crawl.mjs';

const resultsLookedAt = 3;
const tabs = 3;
const phone = { width: 360, height: 740 };
const wide = { width: 1280, height: 900 };

const { test, end } = beginTests(() => browsing.complaints.splice(0));

const exchange = await startExchange();
const base = `http://127.0.0.1:${exchange.port}`;
const browsing = await Browsing.begin(base);
const pages = await crawl(base, '/docs');
const paths = [...pages.keys()].filter((path) => path !== '/docs/api');
const titleOf = (path) => pages.get(path).body.match(/<h1[^>]*>([^]*?)<\/h1>/)[1].replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&').replaceAll('&quot;', '"');

const faultsOfAxe = (page) => browsing.faultsOfAxe(page);

/** What `look` finds at every one of the paths, in several tabs at a time. */
async function onEach(those, screen, look) {
  const faults = [];
  const left = [...those];
  const walk = async () => {
    const page = await browsing.person(screen);
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(base + path);
      faults.push(...(await look(page, path)).map((fault) => `${path}: ${fault}`));
    }
    await page.context().close();
  };
  await Promise.all(Array.from({ length: tabs }, walk));
  return faults;
}

async function shoot(page, name) {
  if (process.env.DOCS_PAGE_SHOTS) writeFileSync(join(process.env.DOCS_PAGE_SHOTS, `${name}.png`), await page.screenshot());
}

await test('every file of docs/ has a page, and the index leads to it', async () => {
  const files = filesOfDocs();
  const pageOf = (file) => (file === 'reference/errors.md' ? '/docs/errors' : `/docs/${file}`.replace(/\/README\.md$/, '').replace(/\.md$/, ''));
  return [
    ...files.map(pageOf).filter((path) => !pages.has(path)).map((path) => `there is no way to ${path}`),
    ...(pages.size === files.length + 1 ? [] : [`${pages.size} pages of ${files.length} files and the API reference`]),
  ];
});

await test('no link and no anchor is dead', () => faultsOfLinks(base, pages));

await test('what is no page is not found', async () => {
  const absent = ['/docs/none', '/docs/guides', '/docs/guides/none', '/docs/reference/contract/none', '/docs/guides/agent.md', '/docs/index', '/docs/a/b/c/d'];
  const answers = await Promise.all(absent.map((path) => fetch(base + path)));
  return answers.filter(({ status }) => status !== 404).map(({ url, status }) => `${url}: ${status}`);
});

await test('axe finds nothing on any page, and none is wider than a phone', () =>
  onEach(paths, wide, async (page) => {
    await page.setViewportSize(phone);
    const faults = await browsing.faultsOfWidth(page);
    await page.setViewportSize(wide);
    return [...faults, ...(await faultsOfAxe(page))];
  }));

const sample = paths.filter((_, i) => i % 12 === 0);
await test('axe finds nothing in the dark', () => onEach(sample, { ...wide, scheme: 'dark' }, faultsOfAxe));

await test('a phone shows what there is', () =>
  onEach(sample, phone, async (page) => {
    const faults = await faultsOfAxe(page);
    await page.getByRole('link', { name: 'All pages' }).click();
    const isThere = await page.locator('#pages').evaluate((one) => one.getBoundingClientRect().top < innerHeight);
    return [...faults, ...(isThere ? [] : ['the way to the other pages leads elsewhere'])];
  }));

/** Opens the results for some words, and gives their addresses. */
async function search(page, words) {
  await page.getByRole('searchbox').fill(words);
  await page.waitForFunction((text) => document.getElementById('results').dataset.words === text, words);
  return page.locator('#results a').evaluateAll((links) => links.map(({ href }) => href));
}

await test('the search finds every page by three words of its title', async () => {
  const page = await browsing.person();
  await page.goto(`${base}/docs`);
  const faults = [];
  for (const path of paths) {
    const words = titleOf(path).match(/[\p{L}\p{N}_]+/gu);
    const longest = [...words].sort((a, b) => b.length - a.length);
    for (const three of [words.slice(0, 3), longest.slice(0, 3)]) {
      const found = await search(page, three.join(' '));
      const place = found.findIndex((href) => new URL(href).pathname === path);
      if (place < 0 || place >= resultsLookedAt) faults.push(`${path} is at ${place} for ${three.join(' ')}, after ${found[0]}`);
    }
  }
  await page.context().close();
  return faults;
});

await test('the search shows the heading and the words around, and needs no mouse', async () => {
  const page = await browsing.person();
  await page.goto(`${base}/docs/reference/contract/4-sending`);
  await page.keyboard.press('/');
  const found = await search(page, 'webhook signature');
  const faults = [...(await faultsOfAxe(page)), ...(found.length > 0 ? [] : ['nothing is found'])];
  await shoot(page, 'search');
  if ((await page.locator('#results mark').count()) < 2) faults.push('the words are not marked');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(found[0]);
  await page.keyboard.press('/');
  await search(page, 'xyzzy');
  if (!(await page.getByRole('status').innerText()).includes('No page')) faults.push('it does not say that it found nothing');
  await page.keyboard.press('Escape');
  if (await page.locator('#results').isVisible()) faults.push('Escape does not close the results');
  await page.context().close();
  return faults;
});

await test('the search takes any text as text', async () => {
  const page = await browsing.person();
  await page.goto(`${base}/docs`);
  for (const text of ['<img src=x>', '(', '\\', '[a-', '.*', '"', '   ', 'ſ', '%']) {
    await search(page, text);
  }
  const pictures = await page.locator('#results img').count();
  await page.context().close();
  return pictures === 0 ? [] : ['a text became an element'];
});

await test('without scripts the pages are whole', async () => {
  const context = await browsing.browser.newContext({ javaScriptEnabled: false, viewport: wide, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${base}/docs/guides/agent`);
  const faults = (await page.getByRole('searchbox').count()) === 0 ? [] : ['there is a search that does nothing'];
  const [ground] = (await page.locator('body').evaluate((one) => getComputedStyle(one).backgroundColor)).match(/\d+/g).map(Number);
  if (ground > 60) faults.push('it is light in the dark');
  await page.locator('#pages').getByRole('link', { name: 'The contract', exact: true }).click();
  await page.locator('#page').getByRole('link', { name: '4. Sending' }).click();
  await page.getByRole('heading', { name: '4.1 The request' }).waitFor();
  await context.close();
  return faults;
});

await test('the search finds operations of the API, and a link of before leads to one', async () => {
  const page = await browsing.person();
  await page.goto(`${base}/docs/guides/agent`);
  await search(page, 'POST sendDocument');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(`${base}/docs/api#/Trading/sendDocument`);
  await page.goto(`${base}/docs#/Service/ping`);
  await page.locator('.opblock[id$="-ping"] .opblock-body').waitFor();
  await page.context().close();
  return [];
});

for (const [name, screen] of [['light', wide], ['dark', { ...wide, scheme: 'dark' }], ['phone', phone]]) {
  if (!process.env.DOCS_PAGE_SHOTS) break;
  const page = await browsing.person(screen);
  for (const path of ['/docs', '/docs/errors', '/docs/guides/labels', '/docs/reference/documents/order']) {
    await page.goto(base + path);
    await shoot(page, `${path.slice(1).replaceAll('/', '-')}-${name}`);
  }
}

await browsing.browser.close();
await exchange.stop();
end();

// node pictures.mjs URL TOKENS FOLDER: see `pictures`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

const [base, tokensFile, folder] = process.argv.slice(2);
const tokens = Object.fromEntries(readFileSync(tokensFile, 'utf8').trim().split('\n').map((line) => line.split('=')));
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 880 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 880 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

const ask = async (path, token) => (await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
const newest = async (filter, token) => {
  const { items } = await ask(`/v2/all-transactions?per_page=1&${filter}`, token);
  return items[0].platformTransactionId;
};
const changed = async (token) => {
  for (let path = '/v2/all-transactions?per_page=100'; path !== null; ) {
    const { items, nextPageUrl } = await ask(path, token);
    const found = items.find((item) => item.replacesPlatformTransactionId);
    if (found !== undefined) return found.platformTransactionId;
    path = nextPageUrl && nextPageUrl.slice(base.length);
  }
  throw new Error('no document has two versions');
};

const customer = tokens.MUSTERHAUS;
const transaction = (id, tab) => `/console/transactions/${id}${tab ? `?tab=${tab}` : ''}`;
const { items: open } = await ask('/v2/errors?per_page=100&filter[status]=open', customer);
const aCase = open.find(({ origin }) => origin === 'rejection').id;
const pages = [
  { name: 'overview', path: '/console' },
  { name: 'overview-operator', path: '/console', as: 'OPERATOR' },
  { name: 'transactions', path: '/console/transactions' },
  { name: 'order', path: transaction(await newest('filter[type]=ORDER', customer)) },
  { name: 'invoice', path: transaction(await newest('filter[type]=INVOICE', customer)) },
  { name: 'versions', path: transaction(await changed(customer), 'versions') },
  { name: 'related', path: transaction(await newest('filter[type]=INVOICE', customer), 'related') },
  { name: 'labels', path: transaction(await newest('filter[type]=SHIPPING_NOTICE', customer), 'labels') },
  { name: 'cases', path: '/console/cases' },
  { name: 'case', path: `/console/cases/${aCase}` },
  { name: 'docs', path: '/docs' },
];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
async function shoot(page, name) {
  await page.getByRole('heading').first().waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  for (const image of await page.locator('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(({ complete }) => complete, await image.elementHandle());
  }
  await page.evaluate(() => scrollTo(0, 0));
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}
for (const [look, options] of Object.entries(looks)) {
  for (const who of ['MUSTERHAUS', 'OPERATOR']) {
    const context = await browser.newContext({ ...options, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${base}/console#token=${tokens[who]}`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    if (who === 'OPERATOR') await shoot(page, `sign-in-${look}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    for (const { name, path, as = 'MUSTERHAUS' } of pages) {
      if (as !== who) continue;
      await page.goto(base + path);
      await shoot(page, `${name}-${look}`);
    }
    await context.close();
  }
}
await browser.close();

// node pictures.mjs URL TOKENS FOLDER: see `pictures`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { addTestToken, demoPages, demoTokens } from './demo_pages.mjs';

const [base, tokensFile, folder] = process.argv.slice(2);
const tokens = demoTokens(tokensFile);
await addTestToken(base, tokens);
const pages = await demoPages(base, tokens);
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 880 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 880 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

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
  for (const who of ['MUSTERHAUS', 'OPERATOR', 'TEST']) {
    const context = await browser.newContext({ ...options, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${base}/console#token=${tokens[who]}`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    if (who === 'OPERATOR') await shoot(page, `sign-in-${look}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    for (const { name, path, as = 'MUSTERHAUS', only = look, act } of pages) {
      if (as !== who || only !== look) continue;
      await page.goto(base + path);
      await act?.(page);
      await shoot(page, `${name}-${look}`);
    }
    await context.close();
  }
}
await browser.close();

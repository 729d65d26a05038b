// A browser at the console: whatever it complains about is kept, and fails the test.
import { join } from 'node:path';

import axe from 'axe-core/axe.min.js';
import { chromium } from 'playwright-core';

const patienceMs = 60_000;
// An answer of 401 says that nobody is signed in: the console asks for that when it begins.
const isExpected = (message) => /status of 401/.test(message.text()) && /\/v2\/session$/.test(message.location().url);

export class Browsing {
  complaints = [];
  bytes = 0;

  static async begin(base, more = []) {
    const browsing = new Browsing();
    browsing.base = base;
    // Its sandbox wants rights that a container rarely has; it is shown our own pages alone.
    browsing.browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', ...more] });
    return browsing;
  }

  /** A person of its own, with its own cookies. */
  async person({ width = 1280, height = 900, scheme = 'light', locale = 'en-GB' } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`the policy was violated: ${violatedDirective} ${blockedURI}`),
      );
    });
    const page = await context.newPage();
    // A handler of a route can have a request when a test ends. Without its context, it would fail.
    const close = context.close.bind(context);
    context.close = async () => {
      await page.unrouteAll({ behavior: 'wait' });
      await close();
    };
    return this.watched(page);
  }

  /** Another tab of the same person. */
  async another(page) {
    return this.watched(await page.context().newPage());
  }

  /** Ends the session by the menu of the user. */
  async signOut(page, name = 'Sign out') {
    await page.locator('.who').click();
    await page.getByRole('button', { name }).click();
  }

  async openAccount(page) {
    await page.locator('.who').click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
  }

  watched(page) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isExpected(message)) this.complain(message.text());
    });
    page.on('pageerror', (error) => this.complain(error.stack ?? error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(this.base) && !request.url().startsWith('data:')) this.complain(`it asks ${request.url()}`);
    });
    return page;
  }

  complain(text) {
    if (this.isPatient) return;
    this.complaints.push(text);
  }

  /** What axe finds that keeps somebody out. */
  faultsOfAccess(page) {
    return this.faultsOfAxe(page, ['serious', 'critical']);
  }

  /** Finds targets that are too small for a finger: less than 24 px, with other targets near them. */
  faultsOfTargets(page) {
    return this.faultsOfAxe(page, ['serious'], { runOnly: ['target-size'] });
  }

  /** What axe finds, of these impacts. */
  async faultsOfAxe(page, impacts = ['minor', 'moderate', 'serious', 'critical'], more = {}) {
    await page.evaluate(axe.source);
    const options = { resultTypes: ['violations'], preload: false, ...more };
    const { violations } = await page.evaluate((given) => globalThis.axe.run(document, given), options);
    return violations
      .filter(({ impact }) => impacts.includes(impact))
      .map(({ id, nodes }) => `axe: ${id}: ${nodes.slice(0, 2).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`).join('; ')}`);
  }

  async faultsOfWidth(page) {
    const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    return wide <= screen ? [] : [`it is ${wide} wide on a screen of ${screen}`];
  }

  async shoot(page, name, fullPage = true) {
    if (process.env.CONSOLE_SHOTS) await page.screenshot({ path: join(process.env.CONSOLE_SHOTS, `${name}.png`), fullPage });
  }
}

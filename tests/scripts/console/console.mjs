// The console, walked as people do.
import { testActing } from './acting.mjs';
import { testCases } from './cases.mjs';
import { testDocs } from './docs.mjs';
import { testFrame } from './frame.mjs';
import { hostile } from './network.mjs';
import { testNotices } from './notices.mjs';
import { testPeople } from './people.mjs';
import { testProviders } from './providers.mjs';
import { walkTransactions } from './transactions.mjs';
import { beginWalks } from './walks.mjs';
import { walkOverview } from './overview.mjs';

const firstBytesMax = 250_000;
const firstAnswersMax = 15;
const walks = await beginWalks();
const { test, end, same, exchange, base, network, browsing, looked, customer, supplier, operatorToken, signIn, settled, look } = walks;

await test('the first view is small', async () => {
  const page = await browsing.person();
  const sizes = [];
  page.on('requestfinished', (request) => sizes.push(request.sizes()));
  await page.goto(`${base}/`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const all = await Promise.all(sizes);
  const bytes = all.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  console.log(`the first view is ${bytes} bytes in ${all.length} answers`);
  const faults = [...same(page.url(), `${base}/console`, 'address'), ...(await look(page, 'sign-in'))];
  if (bytes > firstBytesMax || bytes < 50_000) faults.push(`${bytes} bytes`);
  if (all.length > firstAnswersMax) faults.push(`${all.length} answers`);
  await page.context().close();
  return faults;
});

await test('a wrong token is told, and a good one lets in', async () => {
  const page = await browsing.person();
  browsing.isPatient = true; // a refused sign-in is an error to the browser
  await page.goto(`${base}/console`);
  await page.getByLabel('Token', { exact: true }).fill('tp_live_nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
  browsing.isPatient = false;
  await page.getByLabel('Token', { exact: true }).fill(customer.token);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your turn' }).waitFor();
  const [cookie] = await page.context().cookies();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }));
  await page.context().close();
  return [
    ...same(cookie.httpOnly, true, 'HttpOnly'),
    ...same(cookie.sameSite, 'Strict', 'SameSite'),
    ...(kept.includes(customer.token) || kept.includes('tradepost_session') ? [`a script may read ${kept}`] : []),
  ];
});

const screens = [
  { name: 'light', scheme: 'light' },
  { name: 'dark', scheme: 'dark' },
  { name: 'phone', width: 360, height: 740 },
];
for (const { name, ...screen } of screens) {
  const page = await browsing.person(screen);
  await test(`${name}: overview`, async () => {
    await signIn(page, customer.token);
    return look(page, `overview-${name}`);
  });
  await test(`${name}: transactions`, async () => {
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('table', { name: 'Transactions', exact: true }).waitFor();
    return look(page, `transactions-${name}`);
  });
  for (const [kind, { id }] of Object.entries(network.documents)) {
    if (['dispatch_instruction', 'inventory_report', 'dispatch_instruction_response'].includes(kind.toLowerCase())) continue;
    await test(`${name}: ${kind}`, async () => {
      await page.goto(`${base}/console/transactions/${id}`);
      return look(page, `${kind.toLowerCase()}-${name}`);
    });
  }
  await test(`${name}: JSON and events`, async () => {
    await page.getByRole('tab', { name: 'JSON' }).click();
    const faults = await look(page, `json-${name}`);
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('Received').first().waitFor();
    return [...faults, ...(await look(page, `events-${name}`))];
  });
  await test(`${name}: cases`, async () => {
    await page.getByRole('link', { name: 'Cases', exact: true }).click();
    await page.getByRole('table', { name: 'Cases', exact: true }).waitFor();
    const faults = await look(page, `cases-${name}`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    return [...faults, ...(await look(page, `case-${name}`))];
  });
  await test(`${name}: operator`, async () => {
    await browsing.signOut(page);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(page, operatorToken);
    await page.getByRole('heading', { name: 'Inboxes' }).waitFor();
    const faults = await look(page, `operator-${name}`);
    await page.goto(`${base}/console/transactions`);
    await page.getByRole('table').waitFor();
    faults.push(...(await look(page, `operator-transactions-${name}`)));
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('Received').first().waitFor();
    return [...faults, ...(await look(page, `operator-transaction-${name}`))];
  });
  await page.context().close();
}

await test('every kind is shown as a document, with its parties and lines', async () => {
  const page = await browsing.person();
  await signIn(page, operatorToken);
  const faults = [];
  for (const [kind, { id }] of Object.entries(network.documents)) {
    await page.goto(`${base}/console/transactions/${id}`);
    await settled(page);
    const parties = await page.getByRole('region', { name: 'Parties' }).locator('.party').count();
    const rows = await page.locator('.list tbody tr').count();
    if (parties < 1 || rows < 1) faults.push(`${kind}: ${parties} parties and ${rows} lines`);
    const raw = await page.getByText('[object Object]').count();
    if (raw > 0) faults.push(`${kind}: an object is no text`);
  }
  if (Object.keys(network.documents).length !== 12) faults.push(`${Object.keys(network.documents)}`);
  await page.context().close();
  return faults;
});

await test('filters stand in the address', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token, '/console/transactions');
  await page.getByRole('table').waitFor();
  const all = await page.locator('.list tbody tr').count();
  await page.getByLabel('Kind').selectOption('INVOICE');
  await page.waitForFunction((before) => document.querySelectorAll('.list tbody tr').length < before, all);
  const faults = same(new URL(page.url()).searchParams.get('type'), 'INVOICE', 'type');
  const rows = await page.locator('.list tbody tr').count();
  await page.reload();
  await page.getByRole('table').waitFor();
  faults.push(...same(await page.locator('.list tbody tr').count(), rows, 'rows after a reload'));
  faults.push(...same(await page.getByLabel('Kind').inputValue(), 'INVOICE', 'the form after a reload'));
  await page.getByLabel('Number or SSCC, in full').fill('no such number');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing matches.').waitFor();
  await page.context().close();
  return faults;
});

await test('hostile text is text on every page', async () => {
  const faults = [];
  for (const [who, token] of [['customer', customer.token], ['supplier', supplier.token], ['operator', operatorToken]]) {
    const page = await browsing.person();
    await signIn(page, token);
    const paths = ['/console', '/console/overview', '/console/transactions', `/console/transactions/${network.hostileId}`, `/console/transactions/${network.documents.INVOICE.id}`, '/console/cases'];
    for (const path of paths) {
      await page.goto(`${base}${path}`);
      await settled(page);
      if (path.includes(network.hostileId)) {
        for (const more of await page.getByRole('button', { name: 'More' }).all()) await more.click();
        if ((await page.getByText(hostile).count()) < 5) faults.push(`${who}: the hostile text is not shown`);
        await page.getByRole('tab', { name: 'JSON' }).click();
        await page.locator('pre').waitFor();
      }
      const ran = await page.evaluate(() => [globalThis.ran, document.querySelectorAll('img, #console script').length]);
      if (ran[0] !== undefined || ran[1] !== 0) faults.push(`${who} ${path}: ${ran}`);
    }
    await page.goto(`${base}/console/cases`);
    await page.getByRole('table').waitFor();
    const cases = await page.getByRole('table').locator('a[href*="/cases/"]').evaluateAll((links) => links.map(({ href }) => href));
    for (const href of cases) {
      await page.goto(href);
      await page.getByRole('heading', { name: 'Comments' }).waitFor();
      const ran = await page.evaluate(() => [globalThis.ran, document.querySelectorAll('img').length]);
      if (ran[0] !== undefined || ran[1] !== 0) faults.push(`${who} ${href}: ${ran}`);
    }
    await page.context().close();
  }
  return faults;
});

await test('German', async () => {
  const page = await browsing.person({ locale: 'de-DE' });
  await page.goto(`${base}/console/transactions/${network.documents.INVOICE.id}`);
  await page.getByLabel('Token', { exact: true }).fill(customer.token);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { name: /^Rechnung / }).waitFor();
  const faults = [...same(await page.evaluate(() => document.documentElement.lang), 'de', 'lang')];
  await browsing.shoot(page, 'german');
  faults.push(...(await browsing.faultsOfAccess(page)));
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('heading', { name: /^Invoice / }).waitFor();
  await page.context().close();
  return faults;
});

await test('a link fills the form, and signs nobody in by itself', async () => {
  const page = await browsing.person();
  await page.goto(`${base}/console#token=${customer.token}`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const faults = same(new URL(page.url()).hash, '', 'what is left in the address');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your turn' }).waitFor();
  await page.context().close();
  return faults;
});

await test('a link opened by somebody who is signed in asks who they want to be', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token);
  const name = await page.locator('.who-name').innerText();
  await page.evaluate((token) => (location.hash = `token=${token}`), supplier.token);
  await page.getByRole('button', { name: `Stay signed in as ${name}` }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const faults = same(await page.locator('.who-name').innerText(), name, 'who stays');
  await page.goto(`${base}/console/cases#token=${supplier.token}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  faults.push(...(await browsing.faultsOfAccess(page)));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  faults.push(...same((await page.locator('.who-name').innerText()) === name, false, 'the one who was signed in'));
  await page.context().close();
  return faults;
});

await test('a session that is over leads back to where one was', async () => {
  const page = await browsing.person();
  const token = await network.newToken('customer');
  await signIn(page, token.token, '/console/cases?status=open');
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  browsing.isPatient = true;
  await network.revoke(token.id);
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const faults = same(new URL(page.url()).pathname, '/console/transactions', 'address');
  browsing.isPatient = false;
  await page.getByLabel('Token', { exact: true }).fill(customer.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await page.context().close();
  return faults;
});

await test('signing out removes the cookie and what was seen', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token, '/console/transactions');
  await page.getByRole('table').waitFor();
  await browsing.signOut(page);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const cookies = await page.context().cookies();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const tables = await page.getByRole('table').count();
  await page.context().close();
  return [...same(cookies.length, 0, 'cookies'), ...same(tables, 0, 'tables')];
});

await test('signing out stops the requests of the page before the session ends', async () => {
  const page = await browsing.person();
  await page.clock.install();
  await signIn(page, customer.token);
  await settled(page);
  const late = [];
  await page.route('**/v2/session', async (route) => {
    const answer = await route.fetch();
    const note = (request) => late.push(request.url());
    page.on('request', note);
    await page.clock.runFor(10_000);
    page.off('request', note);
    await route.fulfill({ response: answer });
  });
  const answered = page.waitForResponse('**/v2/session');
  await browsing.signOut(page);
  await answered;
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.context().close();
  return same(late.join(), '', 'requests');
});

await test('an exchange that is away is told, and asked again', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token);
  await settled(page);
  browsing.isPatient = true;
  await page.route('**/v2/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Cases', exact: true }).click();
  await page.getByRole('alert').getByText('does not answer').waitFor();
  await page.unroute('**/v2/**');
  await page.getByRole('table', { name: 'Cases', exact: true }).waitFor();
  await page.getByText('does not answer').waitFor({ state: 'detached' });
  browsing.isPatient = false;
  await page.context().close();
  return [];
});

await test('unknown addresses and ids are told', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token, '/console/nothing');
  await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
  browsing.isPatient = true;
  await page.goto(`${base}/console/transactions/018f0000-0000-7000-8000-000000000000`);
  await page.getByText('Not found').waitFor();
  browsing.isPatient = false;
  await page.context().close();
  return [];
});

await test('the keyboard is enough', async () => {
  const page = await browsing.person();
  await signIn(page, customer.token);
  await settled(page);
  await page.reload(); // after the sign-in the focus is at the heading
  await settled(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const focused = await page.evaluate(() => document.activeElement?.id);
  await page.getByRole('link', { name: 'Transactions', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Transactions', exact: true }).waitFor();
  await page.getByRole('table').getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Document' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('pre').waitFor();
  await page.context().close();
  return same(focused, 'content', 'after the link that skips');
});

// It counts all that there is, so it comes first.
await walkOverview({ test, same, browsing, base, signIn, look, exchange, network, customer, supplier, operatorToken });
const tokens = { customer: customer.token, supplier: supplier.token, operator: operatorToken };
await walkTransactions({ test, same, browsing, exchange, network, base, tokens, signIn, settled, look });
await testCases({ test, same, browsing, base, exchange, network, signIn, look, settled, customer, supplier });
await testActing({ test, same, browsing, base, exchange, signIn, look, settled, customer, supplier, operatorToken });
await testFrame({ test, same, browsing, base, exchange, signIn, look, settled, customer, supplier, operatorToken });
await testPeople({ test, same, browsing, base, exchange, look });
await testProviders({ test, same });
await testNotices({ test, same, browsing, look });
await testDocs({ test, same, browsing, base, signIn, customer, looked });

await browsing.browser.close();
await test('the exchange ends as it should', async () => same(await exchange.stop(), 0, 'exit code'));
console.log(`axe looked at ${looked.length} pages`);
end();

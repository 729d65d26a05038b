// Cases: what is marked in the document beside the faults, bodies of every form, 10,000 of them.
import { order } from '../openapi/requests.mjs';

const transactions = '/v2/transactions';
const manyCases = 10_000;
const pageMsMax = 2_000;

const bodies = {
  long: (content) => ({
    ...content,
    items: Array.from({ length: 900 }, (_, index) => ({ ...content.items[0], lineNumber: index + 1, ...(index === 800 && { quantity: 'many' }) })),
  }),
  // Longer than the first portion of a table.
  tall: (content) => ({
    ...content,
    items: Array.from({ length: 260 }, (_, index) => ({ ...content.items[0], lineNumber: index + 1, ...(index === 250 && { quantity: 'many' }) })),
  }),
  // Terms of payment are shown as a sentence, and the party as on a letter.
  inside: (content) => ({
    ...content,
    header: {
      ...content.header,
      note: 'x'.repeat(5_000),
      supplier: { ...content.header.supplier, identifiers: [{ domain: 'GS1', identifier: '9521001000001' }], postalAddress: { city: 'Ulm', countryCode: 'GER' } },
      paymentTerms: [{ payInNumberOfDays: 14, percentage: 120 }],
    },
  }),
  undrawn: (content) => ({ ...content, header: { ...content.header, supplier: { ...content.header.supplier, identifiers: ['9521001000001'] } } }),
  cut: (content) => ({ ...content, note: 'ä'.repeat(200_000), items: [{ quantity: '7' }] }),
};

/** What the tests of cases share: a case of each form, by its id. */
async function madeCases({ exchange }) {
  const ask = (path, body, token) => exchange.ask({ method: 'POST', path, token, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const idOf = (url) => new URL(url).pathname.split('/').pop();
  const refused = async (content) => {
    const answer = await ask(transactions, { type: 'ORDER', content }, 'customer');
    if (answer.status !== 422) throw new Error(`${answer.status} ${answer.body}`);
    return { id: idOf(JSON.parse(answer.body).errorUrl), url: JSON.parse(answer.body).errorUrl };
  };
  const good = JSON.parse(order()).content;
  const sent = JSON.parse((await ask(transactions, order(), 'customer')).body)[exchange.idName ?? 'platformTransactionId'];
  const report = { success: false, reason: 'The article is unknown.', errorContext: { field: 'items[0].quantity', clerk: 'Ms Example' } };
  const failed = await ask(`${transactions}/${sent}`, report, 'supplier');
  const posted = await ask('/v2/errors', { errorReason: 'The file is empty.', errorContext: { file: 'a.csv' } }, 'customer');
  const failedUrl = JSON.parse(failed.body).data.errorUrl;
  return {
    faulty: await refused({ ...good, header: { ...good.header, orderDate: '2026-02-30' }, items: [{ quantity: '7' }] }),
    long: await refused(bodies.long(good)),
    tall: await refused(bodies.tall(good)),
    undrawn: await refused(bodies.undrawn(good)),
    inside: await refused(bodies.inside(good)),
    cut: await refused(bodies.cut(good)),
    noObject: await refused('Dear supplier, <b>please</b> send 7 crates.'),
    failed: { id: idOf(failedUrl), url: failedUrl },
    posted: { id: idOf(JSON.parse(posted.body).errorUrl) },
    faultsOf: async ({ id }) => JSON.parse((await exchange.ask({ method: 'GET', path: `/v2/errors/${id}`, token: 'customer' })).body).data.document,
  };
}

export async function testCases(tools) {
  const { test, same, browsing, base, signIn, look, settled, customer, exchange, network } = tools;
  const made = await madeCases(tools);
  const toCase = async (page, { id }) => {
    await page.goto(`${base}/console/cases/${id}`);
    await page.getByRole('heading', { name: 'History and comments' }).waitFor();
  };
  const marks = (page) => page.locator('mark').evaluateAll((all) => all.map(({ id }) => id.slice('at-'.length)));

  await test('every fault of a refused document is named, and its place is marked', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, made.faulty);
    const { faults, faultCount } = await made.faultsOf(made.faulty);
    const found = await marks(page);
    const wrong = same(await page.locator('.faults > li').count(), faultCount, 'faults');
    if (!found.includes('content.header.orderDate') || !found.includes('content.items.0.quantity')) wrong.push(`marked: ${found}`);
    for (const { path, message } of faults) {
      if ((await page.getByText(message).count()) === 0) wrong.push(`not named: ${message}`);
      await page.locator('.faults').getByRole('button', { name: path, exact: true }).click();
      const at = await page.evaluate(() => document.activeElement?.id.slice('at-'.length));
      if (!path.startsWith(at)) wrong.push(`${path} leads to ${at}`);
    }
    if ((await page.getByText('How much is ordered').count()) === 0) wrong.push('the model says nothing of the field');
    await page.context().close();
    return wrong;
  });

  const documentOf = (page) => page.getByRole('region', { name: 'Document', exact: true });

  await test('a fault is shown at its value in the document, and JSON on request', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    const wrong = [];
    for (const form of ['faulty', 'tall', 'inside']) {
      await toCase(page, made[form]);
      const { faults } = await made.faultsOf(made[form]);
      const view = documentOf(page).first();
      wrong.push(...same(await view.locator('.marked').count(), 0, `${form}: texts of JSON`));
      const said = await view.locator('.fault-here').allInnerTexts();
      wrong.push(...same(String(said.sort()), String(faults.map(({ message }) => message).sort()), `${form}: faults in the document`));
      for (const { path } of faults) {
        await page.locator('.faults').getByRole('button', { name: path, exact: true }).click();
        wrong.push(...same(await page.evaluate(() => document.activeElement?.id), `at-${path}`, `${form}: where the path leads`));
      }
      wrong.push(...(await look(page, `case-${form}`)));
    }
    await toCase(page, made.faulty);
    if ((await documentOf(page).first().getByText('2026-02-30', { exact: true }).count()) !== 1) wrong.push('the day is shown as another one');
    await toCase(page, made.tall);
    const row = page.locator('tr', { has: page.locator('mark') });
    if (!(await row.innerText()).includes('251')) wrong.push(`the line with the fault: ${await row.innerText()}`);
    await page.getByRole('button', { name: 'Show as JSON' }).click();
    if (!(await page.locator('.marked').innerText()).includes('"many"')) wrong.push('the JSON is not shown');
    await page.getByRole('button', { name: 'Show as a document' }).click();
    wrong.push(...same(await page.locator('.marked').count(), 0, 'texts of JSON after the way back'));
    await page.context().close();
    return wrong;
  });

  await test('a fault that the view of a document cannot show is marked in the JSON', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, made.undrawn);
    const found = await marks(page);
    const wrong = found.includes('content.header.supplier.identifiers.0') ? [] : [`marked: ${found}`];
    wrong.push(...same(await page.locator('.marked').count(), 1, 'texts of JSON'));
    await page.context().close();
    return wrong;
  });

  await test('a report that names a field marks it in the document', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, made.failed);
    const wrong = same(String(await marks(page)), 'content.items.0.quantity', 'marked');
    await page.getByText('The article is unknown.').first().waitFor();
    await page.getByText('Turn: You.').waitFor();
    await page.getByRole('button', { name: 'items[0].quantity' }).click();
    wrong.push(...same(await page.evaluate(() => document.activeElement?.tagName), 'MARK', 'where the name leads'));
    wrong.push(...(await look(page, 'case-failed')));
    await page.context().close();
    return wrong;
  });

  await test('a report that names a field without its path marks it', async () => {
    const { content } = JSON.parse(order());
    const answer = await exchange.ask({ method: 'POST', path: transactions, token: 'customer', body: JSON.stringify({ type: 'ORDER', content: { ...content, header: { ...content.header, orderIdentifier: 'UNDOTTED' } } }) });
    const id = JSON.parse(answer.body)[exchange.idName ?? 'platformTransactionId'];
    const report = { success: false, reason: 'The number is known.', errorContext: { orderIdentifier: 'UNDOTTED' } };
    const { data } = JSON.parse((await exchange.ask({ method: 'POST', path: `${transactions}/${id}`, token: 'supplier', body: JSON.stringify(report) })).body);
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, { id: new URL(data.errorUrl).pathname.split('/').pop() });
    const wrong = same(String(await marks(page)), 'content.header.orderIdentifier', 'marked');
    await page.context().close();
    return wrong;
  });

  await test('of a long document what stands around its faults is shown, and all of it if asked', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    const wrong = [];
    await toCase(page, made.cut);
    const gone = await page.locator('.marked').innerText();
    if (!gone.includes('ä'.repeat(1_000))) wrong.push('the beginning is not shown');
    await toCase(page, made.long);
    wrong.push(...(await look(page, 'case-long')));
    wrong.push(...same(String(await marks(page)), 'content.items.800.quantity', 'marked in the table'));
    await page.getByRole('button', { name: 'Show as JSON' }).click();
    const { content } = await made.faultsOf(made.long);
    const isThere = content.includes('"many"');
    const shown = await page.locator('.marked').innerText();
    if (shown.split('\n').length > 200) wrong.push(`${shown.split('\n').length} lines at first`);
    if (isThere !== shown.includes('"many"')) wrong.push('the place of the fault is left out');
    await page.getByRole('button', { name: /^Show all .* lines$/ }).click();
    if ((await page.locator('.marked').innerText()).split('\n').length < 1_000) wrong.push('not all of it is shown');
    await page.context().close();
    return wrong;
  });

  await test('a body that is no document is shown as text', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, made.noObject);
    const shown = await page.locator('.marked').innerText();
    const wrong = shown.includes('<b>please</b> send 7 crates.') ? [] : [shown];
    await toCase(page, made.posted);
    await page.getByText('a.csv').waitFor();
    await page.context().close();
    return wrong;
  });

  for (const screen of [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 360, height: 740 }]) {
    await test(`${screen.name}: cases of every form`, async () => {
      const page = await browsing.person(screen);
      await signIn(page, customer.token);
      const wrong = [];
      for (const form of ['faulty', 'failed', 'cut', 'noObject', 'posted']) {
        await toCase(page, made[form]);
        wrong.push(...(await look(page, `case-${form.toLowerCase()}-${screen.name}`)));
      }
      await page.context().close();
      return wrong;
    });
  }

  await test('a case in German', async () => {
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console/cases/${made.faulty.id}`);
    await page.getByLabel('Token', { exact: true }).fill(customer.token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Ein Beleg wurde abgelehnt' }).waitFor();
    await page.getByText('Zuständig: Sie.').waitFor();
    const sentences = async () => (await page.locator('.faults > li > p:not([lang])').allInnerTexts()).join('\n');
    const german = await sentences();
    await page.getByLabel('Sprache').selectOption('en');
    await page.locator('.faults').getByText('must be').first().waitFor();
    const english = await sentences();
    await page.context().close();
    return german.includes('Erwartet wird') && !/must be|is missing/.test(german) && !english.includes('Erwartet wird')
      ? []
      : [german, english];
  });

  await test('on paper a case is all there, and its marks are seen without colours', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await toCase(page, made.faulty);
    await page.emulateMedia({ media: 'print' });
    const line = await page.locator('mark').first().evaluate((mark) => getComputedStyle(mark).textDecorationLine);
    await page.context().close();
    return same(line, 'underline', 'line under a mark');
  });

  const toLink = async (page, url, more = '') => {
    await page.goto(`${base}${new URL(url).pathname}${new URL(url).search}${more}`);
    await settled(page);
  };

  for (const screen of [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 360, height: 740 }]) {
    await test(`${screen.name}: a signed link opens its case without a sign-in`, async () => {
      const page = await browsing.person(screen);
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await toLink(page, made.faulty.url);
      await page.getByRole('heading', { name: 'A document was rejected' }).waitFor();
      await page.getByText('How much is ordered').waitFor();
      const wrong = (await marks(page)).length === 2 ? [] : [`marked: ${await marks(page)}`];
      wrong.push(...(await look(page, `linked-faulty-${screen.name}`)));
      await toLink(page, made.failed.url);
      await page.getByRole('heading', { name: 'A document could not be processed' }).waitFor();
      wrong.push(...same(String(await marks(page)), 'content.items.0.quantity', 'marked'));
      wrong.push(...(await look(page, `linked-failed-${screen.name}`)));
      const others = asked.filter((path) => !/^\/(v2\/errors\/[0-9a-f-]{36}$|console\/assets\/)/.test(path));
      wrong.push(...same(String(others), '', 'what else was asked for'));
      wrong.push(...same((await page.context().cookies()).length, 0, 'cookies'));
      await page.context().close();
      return wrong;
    });
  }

  await test('a signed link leads to a sign-in, and then to the case in the console', async () => {
    const page = await browsing.person();
    await toLink(page, made.faulty.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Token', { exact: true }).fill(customer.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'A document was rejected' }).waitFor();
    const wrong = same(page.url(), `${base}/console/cases/${made.faulty.id}`, 'address');
    await page.context().close();
    return wrong;
  });

  await test('a link that was cut says so, also to somebody who is signed in', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    browsing.isPatient = true; // a refused link is an error to the browser
    await toLink(page, made.faulty.url.slice(0, -3));
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    const wrong = await browsing.faultsOfAccess(page);
    browsing.isPatient = false;
    await page.context().close();
    return wrong;
  });

  await test('hostile text is text at a signed link', async () => {
    const page = await browsing.person();
    for (const url of [network.failed.data.errorUrl, network.rejected.json.errorUrl]) {
      await toLink(page, url);
      if ((await page.getByText('onerror').count()) < 1) return ['the hostile text is not shown'];
      const ran = await page.evaluate(() => [globalThis.ran, document.querySelectorAll('img').length]);
      if (ran[0] !== undefined || ran[1] !== 0) return [`${url}: ${ran}`];
    }
    await page.context().close();
    return [];
  });

  await test('an exchange that is away is told at a signed link, and asked again', async () => {
    const page = await browsing.person();
    browsing.isPatient = true;
    await page.route('**/v2/errors/**', (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()));
    await page.goto(`${base}${new URL(made.faulty.url).pathname}${new URL(made.faulty.url).search}`);
    await page.getByRole('alert').getByText('does not answer').waitFor();
    await page.unroute('**/v2/errors/**');
    await page.getByRole('heading', { name: 'A document was rejected' }).waitFor();
    browsing.isPatient = false;
    await page.context().close();
    return [];
  });

  await test(`${manyCases} cases are paged`, async () => {
    const page = await browsing.person();
    const before = Date.now();
    for (let count = 0; count < manyCases; count += 100) {
      const some = Array.from({ length: 100 }, (_, index) => {
        const body = JSON.stringify({ errorReason: `Case ${count + index}` });
        return exchange.ask({ method: 'POST', path: '/v2/errors', token: 'supplier', body });
      });
      for (const { status } of await Promise.all(some)) if (status !== 201) throw new Error(`a case was answered with ${status}`);
    }
    console.log(`${manyCases} cases in ${Date.now() - before} ms`);
    await signIn(page, tools.supplier.token, '/console/cases');
    await settled(page);
    const wrong = [];
    const seen = new Set();
    for (let turn = 0; turn < 5; turn += 1) {
      await page.getByRole('table').waitFor();
      for (const href of await page.getByRole('table').getByRole('link').evaluateAll((links) => links.map((link) => link.href))) seen.add(href);
      const first = await page.getByRole('table').getByRole('link').first().getAttribute('href');
      const began = Date.now();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForFunction((old) => document.querySelector('table a')?.getAttribute('href') !== old, first);
      if (Date.now() - began > pageMsMax) wrong.push(`a page took ${Date.now() - began} ms`);
    }
    wrong.push(...same(seen.size, 5 * 25, 'cases on five pages'));
    await page.reload();
    await page.getByRole('button', { name: 'First page' }).click();
    await page.getByText(/^Case 99\d\d$/).first().waitFor();
    await page.context().close();
    return wrong;
  });
}

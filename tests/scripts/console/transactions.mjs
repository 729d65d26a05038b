// Transactions in the console: finding, exporting and reading them, whatever they are.
import { readFileSync, readdirSync } from 'node:fs';

import { parties } from '../openapi/exchange.mjs';
import { hostile } from './network.mjs';

const examples = new URL('../../../examples/', import.meta.url);
const example = (kind, name) => JSON.parse(readFileSync(new URL(`${kind}/${name}.json`, examples), 'utf8'));

const party = (identifier, more = {}) => ({ identifiers: [{ domain: 'GS1', identifier }], ...more });
const line = (lineNumber, more = {}) => ({ lineNumber, identifiers: [{ domain: 'GS1', identifier: '9521001010016' }], isDepositItem: false, quantity: 1, ...more });

function order(number, { header = {}, items = [line(1)] } = {}) {
  const parts = { buyer: party(parties.customer), supplier: party(parties.supplier), orderIdentifier: number, orderDate: '2026-03-02' };
  return { type: 'ORDER', content: { header: { ...parts, ...header }, items } };
}
// JSON.stringify would round it.
const precise = (document) => JSON.stringify(document).replace('"PRECISE"', '1.500000000000000000001');

/** Lines of a CSV file, as RFC 4180 has them. */
function cellsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const isFree = (text) => typeof text === 'string' && !/^\d{4}-\d\d-\d\d/.test(text);

// Words of the model that the console writes in the language of the page. A percentage says that a charge is relative.
const shownAs = {
  ALLOWANCE: 'Allowance', CHARGE: 'Charge', RELATIVE: '%', ABSOLUTE: '',
  SHIPPING: 'Shipping', PACKAGING: 'Packaging', HANDLING: 'Handling', DISCOUNT: 'Discount', INSURANCE: 'Insurance',
};

/** All texts and numbers of a content that are shown with all their letters and digits. */
function textsOf(value) {
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(textsOf);
  return isFree(value) && value.trim() !== '' ? [value] : [];
}

export async function walkTransactions({ test, same, browsing, exchange, network, base, tokens, signIn, settled, look }) {
  const idName = exchange.idName ?? 'platformTransactionId';
  const send = async (document, token = 'customer') => {
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    const answer = await exchange.ask({ method: 'POST', path: '/v2/transactions', token, body });
    if (answer.status >= 300) throw new Error(`a document was answered with ${answer.status}: ${answer.body.slice(0, 500)}`);
    return JSON.parse(answer.body)[idName];
  };
  const open = (page, id, tab = '') => page.goto(`${base}/console/transactions/${id}${tab && `?tab=${tab}`}`);
  const rowsOf = (page) => page.getByRole('table', { name: 'Transactions', exact: true }).locator('tbody tr');
  const as = async (token, how) => {
    const page = await browsing.person(how);
    await signIn(page, token, '/console/transactions');
    await settled(page);
    return page;
  };
  const chip = (page, text) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').filter({ hasText: text });
  const hasRun = async (page) => {
    const [ran, elements] = await page.evaluate(() => [globalThis.ran, document.querySelectorAll('img[src="x"], #console script').length]);
    return ran !== undefined || elements !== 0 ? [`a text became a part of the page: ${page.url()}`] : [];
  };

  // A picture is fetched when it comes into view.
  const labelsSeen = async (page) => {
    await page.locator('.labels img').first().waitFor();
    for (const image of await page.locator('.labels img').all()) {
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction(({ complete, naturalWidth }) => complete && naturalWidth === 840, await image.elementHandle());
    }
    await page.evaluate(() => scrollTo(0, 0));
  };

  const sscc = '395210010002089318';
  const alsoSscc = '395210029999999999';

  await test('a partner is found by its name, for a participant and for an operator', async () => {
    const faults = [];
    for (const token of [tokens.supplier, tokens.operator]) {
      const page = await as(token);
      const before = await rowsOf(page).count();
      await page.getByLabel('Partner').fill('nobody at all');
      await page.keyboard.press('Enter');
      await page.getByText('There is no such partner.').waitFor();
      await page.getByLabel('Partner').fill('blocked');
      await page.locator('datalist option[value="blocked"]').waitFor({ state: 'attached' });
      await page.keyboard.press('Tab');
      await chip(page, 'Partner blocked').waitFor();
      await page.waitForFunction((count) => document.querySelectorAll('.list tbody tr').length < count, before);
      const found = await rowsOf(page).allInnerTexts();
      if (found.length === 0 || !found.every((text) => text.includes('blocked'))) faults.push(`found: ${found}`);
      await page.reload();
      await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'blocked'));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.list tbody tr').length === count, before);
      faults.push(...same(await page.getByLabel('Partner').inputValue(), '', 'the field when it is cleared'));
      await page.context().close();
    }
    return faults;
  });

  await test('a search that is pressed before its partner is found waits for the partner', async () => {
    const page = await as(tokens.operator);
    let answer;
    const held = new Promise((resolve) => { answer = resolve; });
    await page.route(/admin\/participants\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Partner').fill('blocked');
    await page.keyboard.press('Enter');
    const isRefused = await page.getByText('There is no such partner.').isVisible();
    answer();
    await chip(page, 'Partner blocked').waitFor();
    await page.context().close();
    return isRefused ? ['it was refused before the exchange had answered'] : [];
  });

  await test('dates stand in the address', async () => {
    const page = await as(tokens.customer);
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByText('Nothing matches.').waitFor();
    const faults = same(new URL(page.url()).searchParams.get('from'), '2999-01-01', 'from');
    await page.getByLabel('From').fill('2020-01-01');
    await chip(page, 'From 1 Jan 2020').waitFor();
    await page.getByLabel('Until').fill('2999-01-01');
    await chip(page, 'Until 1 Jan 2999').waitFor();
    await rowsOf(page).first().waitFor();
    await page.context().close();
    return faults;
  });

  await test('two filters that change at the same moment both apply', async () => {
    const faults = [];
    for (const [list, status] of [['transactions', 'PENDING'], ['cases', 'open']]) {
      const page = await as(tokens.customer);
      await page.goto(`${base}/console/${list}`);
      await page.getByLabel('Kind').waitFor();
      await page.evaluate((values) => {
        for (const [name, value] of Object.entries(values)) {
          const field = document.querySelector(`select[name="${name}"]`);
          field.value = value;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        }
      }, { type: 'ORDER', status });
      await chip(page, 'Status').waitFor();
      faults.push(...same(await chip(page, 'Kind Order').count(), 1, `chips of the kind in ${list}`));
      await page.context().close();
    }
    return faults;
  });

  await test('a period that ends before it begins finds nothing, and the form says why', async () => {
    const faults = [];
    for (const list of ['transactions', 'cases']) {
      const page = await as(tokens.customer);
      await page.goto(`${base}/console/${list}`);
      await page.getByLabel('From').fill('2026-03-02');
      await chip(page, 'From 2 Mar 2026').waitFor();
      await page.getByLabel('Until').fill('2026-03-01');
      await page.getByText('This day is before the first day.').waitFor();
      await page.getByText('Nothing matches.').waitFor();
      await page.getByLabel('Until').fill('');
      await page.keyboard.press('Enter');
      await chip(page, 'Until').waitFor({ state: 'detached' });
      await page.getByText('This day is before the first day.').waitFor({ state: 'detached' });
      faults.push(...same(new URL(page.url()).search, '?from=2026-03-02', `search of ${list}`));
      await page.context().close();
    }
    return faults;
  });

  await test('each filter is a chip that one click removes, in the lists of transactions and of cases', async () => {
    const faults = [];
    for (const [list, how] of [['transactions', {}], ['cases', {}], ['transactions', { width: 390, height: 800 }]]) {
      const page = await as(tokens.customer, how);
      await page.goto(`${base}/console/${list}?type=INVOICE&from=2020-01-01&until=2999-12-31`);
      const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
      await chips.filter({ hasText: 'Kind Invoice' }).waitFor();
      faults.push(...same(await chips.count(), 3, 'chips'), ...(await look(page, `chips-${list}-${how.width ?? 'wide'}`)));
      await chips.filter({ hasText: 'From' }).getByRole('button').click();
      await chips.filter({ hasText: 'From' }).waitFor({ state: 'detached' });
      await chips.filter({ hasText: 'Kind' }).getByRole('button').focus();
      await page.keyboard.press('Enter');
      await chips.filter({ hasText: 'Kind' }).waitFor({ state: 'detached' });
      faults.push(...same(await page.evaluate(() => document.activeElement?.name), 'type', 'the focus after a removal'));
      faults.push(...same(await page.getByLabel('Kind').inputValue(), '', 'the field of a removed chip'));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await chips.first().waitFor({ state: 'detached' });
      faults.push(...same(new URL(page.url()).search, '', 'search'));
      await page.context().close();
    }
    return faults;
  });

  await test('ages stay true, with the exact time on hover, and an export has the exact time', async () => {
    const sent = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${await send(order('AGE-1'))}`, token: 'customer' });
    const createdMs = Date.parse(JSON.parse(sent.body).data.createdAt);
    const page = await browsing.person();
    await page.clock.install();
    // The time of the page stands still, so that a slow machine makes nothing older.
    await page.clock.setFixedTime(createdMs + 1_000);
    await signIn(page, tokens.customer, '/console/transactions');
    const age = rowsOf(page).filter({ hasText: 'AGE-1' }).locator('time');
    await age.getByText('this minute').waitFor();
    await page.clock.setFixedTime(createdMs + 3 * 3_600_000 + 30_000);
    await page.clock.fastForward(10_000);
    await age.getByText('3 hr ago').waitFor();
    const [exact, title] = await age.evaluate(({ dateTime, title }) => [dateTime, title]);
    const faults = /:\d\d:\d\d/.test(title) ? [] : [`the title of an age is ${title}`];
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const [at] = cellsOf(readFileSync(await (await download).path(), 'utf8')).find((cells) => cells[2] === 'AGE-1');
    await page.context().close();
    return [...faults, ...same(at, exact, 'time in the export')];
  });

  await test('each line has its exact amount, whole identifiers and no empty column', async () => {
    const line = { lineNumber: 10, identifiers: [{ domain: 'GS1', identifier: '9521001010016' }], isDepositItem: false };
    const other = { ...line, lineNumber: 20, quantity: 2, unitPrice: 3, pricingUnitQuantity: 100 };
    const document = order('AMOUNTS', { items: [{ ...line, quantity: 'PRECISE', unitPrice: 2, description: '' }, other] });
    const page = await as(tokens.customer);
    await open(page, await send(precise(document)));
    const table = page.getByRole('table', { name: 'Lines' });
    await table.getByRole('cell', { name: '3.000000000000000000002', exact: true }).waitFor();
    const faults = same(await table.getByRole('columnheader', { name: 'Description' }).count(), 0, 'columns without a value');
    const amounts = await table.locator('td[data-name="Quantity × price"]').allInnerTexts();
    faults.push(...same(amounts[1], '', 'amount of a line with a price of 100 pieces'));
    const rows = await table.locator('.whole').evaluateAll((all) => all.map((one) => `${one.textContent}: ${new Set([...one.getClientRects()].map(({ top }) => top)).size}`));
    faults.push(...same(rows.at(-1), 'GS1 9521001010016: 1', 'lines of text of a GTIN and its domain'));
    await page.context().close();
    return faults;
  });

  await test('a phone shows a row in two lines, and the whole line of a document', async () => {
    const faults = [];
    for (const token of [tokens.customer, tokens.operator]) {
      const page = await as(token, { width: 390, height: 800 });
      for (const [path, name] of [['/transactions', 'Transactions'], ['/cases', 'Cases']]) {
        await page.goto(`${base}/console${path}`);
        const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr');
        await rows.first().waitFor();
        const tall = await rows.evaluateAll((all) => Math.max(...all.map((row) =>
          row.clientHeight - ((row.querySelector('td.wraps')?.clientHeight ?? 24) - 24))));
        if (tall > 76) faults.push(`a row of ${name} is ${tall} high`);
        if (!(await rows.first().locator('time').isVisible())) faults.push(`a row of ${name} has no age`);
        faults.push(...(await browsing.faultsOfAccess(page)));
      }
      await open(page, network.documents.INVOICE.id);
      const lines = page.getByRole('group', { name: 'Lines' });
      await lines.getByText('9521001010016').waitFor();
      const [wide, screen] = await lines.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      if (wide > screen) faults.push(`lines are ${wide} wide on ${screen}`);
      await page.context().close();
    }
    return faults;
  });

  await test('the row above a list gives the number of rows, and no total that it does not know', async () => {
    const page = await as(tokens.customer);
    const { items } = JSON.parse((await exchange.ask({ method: 'GET', path: '/v2/all-transactions?filter[type]=ORDER&per_page=100', token: 'customer' })).body);
    await page.getByLabel('Kind').selectOption('ORDER');
    await page.getByText(`${items.length} found`, { exact: true }).waitFor();
    await page.route('**/v2/all-transactions?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), nextCursor: 'more' } });
    });
    await page.reload();
    await page.getByText(`${items.length} shown, more follow`, { exact: true }).waitFor();
    await page.context().close();
    return [];
  });

  await test('a number with spaces around it finds its document, and the list shows new documents by itself', async () => {
    const number = `SPACES-${Date.now()}`;
    const page = await as(tokens.customer);
    await page.getByLabel('Number or SSCC').fill(`  ${number} `);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches.').waitFor();
    await send(order(number));
    await page.getByRole('table', { name: 'Transactions', exact: true }).getByText(number).waitFor();
    await page.context().close();
    return [];
  });

  await test('an operator sees whether a document is a test', async () => {
    const page = await as(tokens.operator);
    const faults = same(await page.getByRole('columnheader', { name: 'Flow' }).count(), 1, 'columns of the flow');
    await rowsOf(page).getByText('LIVE').first().waitFor();
    await page.context().close();
    return faults;
  });

  await test('an SSCC finds its documents, and a number that looks like one its own', async () => {
    await send(order(alsoSscc));
    const faults = [];
    for (const token of [tokens.customer, tokens.operator]) {
      const page = await as(token);
      await page.getByLabel('Number or SSCC').fill(`${sscc.slice(0, 9)} ${sscc.slice(9)}`);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => {
        const found = [...document.querySelectorAll('.list tbody tr')];
        return found.length > 0 && found.every((row) => /notice|response/i.test(row.textContent));
      });
      await page.getByLabel('Number or SSCC').fill(alsoSscc);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: alsoSscc }).waitFor();
      faults.push(...same(await rowsOf(page).count(), 1, 'rows with the number'));
      await page.context().close();
    }
    return faults;
  });

  await test('keys lead to the search and over the rows, and back to the one that was opened', async () => {
    const page = await as(tokens.customer);
    await rowsOf(page).nth(2).waitFor();
    await page.keyboard.press('/');
    const faults = same(await page.evaluate(() => document.activeElement?.getAttribute('aria-keyshortcuts')), '/', 'the focus after /');
    await page.keyboard.type('j/');
    faults.push(...same(await page.getByLabel('Number or SSCC').inputValue(), 'j/', 'what is written in the field'));
    await page.getByLabel('Number or SSCC').fill('');
    await page.evaluate(() => document.activeElement?.blur());
    for (const key of ['j', 'j', 'ArrowDown', 'k', 'ArrowUp', 'j']) await page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.href);
    const second = await rowsOf(page).nth(1).getByRole('link').first().evaluate(({ href }) => href);
    faults.push(...same(await focused(), second, 'the row with the focus'));
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Document' }).waitFor();
    await page.goBack();
    await rowsOf(page).first().waitFor();
    await page.waitForFunction((href) => document.activeElement?.href === href, second);
    await page.context().close();
    return faults;
  });

  await test('what is filtered is exported, and no cell is a formula', async () => {
    const odd = ['=1+1', '+1', '-1', '@SUM(A1)', 'a "b", c', 'Größe; 5 €'];
    for (const number of odd) await send(order(number));
    const page = await as(tokens.customer);
    await page.getByLabel('Kind').selectOption('ORDER');
    await chip(page, 'Kind Order').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await download;
    const bytes = readFileSync(await file.path());
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [heading, ...rows] = cellsOf(text);
    const numbers = rows.map((cells) => cells[2]);
    const faults = same(file.suggestedFilename(), 'transactions.csv', 'name');
    const wanted = odd.map((number) => (/^[=+\-@]/.test(number) ? `'${number}` : number));
    for (const number of wanted) if (!numbers.includes(number)) faults.push(`there is no ${number}: ${numbers}`);
    if (rows.some((cells) => cells.length !== heading.length || cells[1] !== 'Order')) faults.push('a row has other cells');
    if (/(^|,|\n)"?[=+\-@]/.test(text)) faults.push('a cell begins as a formula does');
    await page.getByText(`${rows.length} rows exported.`).waitFor();
    await page.context().close();
    return faults;
  });

  await test('an export that never ends is cut, and says so', async () => {
    const page = await as(tokens.customer);
    await page.route('**/v2/all-transactions?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const items = Array.from({ length: 100 }, () => ({ ...body.items[0], content: null }));
      await route.fulfill({ response: answer, json: { ...body, items, nextCursor: 'again' } });
    });
    // A cursor that is not the exchange's own is refused: the first page is asked for each time.
    await page.route('**/v2/all-transactions?*cursor=again*', (route) => route.fallback({ url: route.request().url().replace('&cursor=again', '').replace('cursor=again&', '') }));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const rows = cellsOf(readFileSync(await (await download).path(), 'utf8'));
    await page.getByText('The first 10,000 rows exported.').waitFor();
    await page.context().close();
    return same(rows.length, 10_001, 'lines');
  });

  const before = order('V-1', {
    header: { comments: 'first', deliveryInformation: 'goes away' },
    items: [line(10, { quantity: 1.5, description: 'ten' }), line(20, { description: 'twenty' }), line(30)],
  });
  const after = order('V-1', {
    header: { comments: hostile, purchasingInformation: 'comes' },
    items: [line(40, { description: 'forty' }), line(30), line(10, { quantity: 'PRECISE', description: 'ten', identifiers: [{ domain: 'GS1', identifier: '9521001010023' }] })],
  });

  await test('what changed between versions is told field by field', async () => {
    const first = await send(before);
    const second = await send(precise(after));
    const page = await as(tokens.customer);
    await open(page, second, 'versions');
    const table = page.getByRole('table', { name: 'What changed' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => [row.querySelector('code').textContent, ...[...row.cells].slice(1).map((cell) => cell.textContent.trim())].join(' | ')),
    );
    const wanted = [
      `header.comments | changed | first | ${hostile}`,
      'header.deliveryInformation | removed | goes away | ',
      'header.purchasingInformation | added |  | comes',
      'items[lineNumber=10].quantity | changed | 1.5 | 1.500000000000000000001',
      'items[lineNumber=10].identifiers[domain=GS1].identifier | changed | 9521001010016 | 9521001010023',
    ];
    const faults = wanted.flatMap((row) => (rows.includes(row) ? [] : [`there is no row "${row}" among ${JSON.stringify(rows, null, 1)}`]));
    const whole = rows.filter((row) => /^items\[lineNumber=(20|40)\] \| (removed|added)/.test(row));
    faults.push(...same(whole.length, 2, 'lines that came or went'), ...same(rows.length, 7, 'changes'), ...(await hasRun(page)));
    await page.getByLabel('From', { exact: true }).selectOption(second);
    await page.getByText('No differences.').waitFor();
    await page.getByRole('link', { name: 'Version 1' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(first));
    await page.context().close();
    return faults;
  });

  await test('documents that belong together are found from each of them', async () => {
    const faults = [];
    const chain = ['ORDER', 'ORDER_RESPONSE', 'DISPATCH_INSTRUCTION', 'DISPATCH_INSTRUCTION_RESPONSE', 'SHIPPING_NOTICE', 'RECEIVAL_NOTICE', 'INVOICE', 'CREDIT_NOTE'];
    for (const [token, kinds] of [[tokens.supplier, chain], [tokens.operator, chain], [tokens.customer, chain.filter((kind) => !kind.startsWith('DISPATCH'))]]) {
      const page = await as(token);
      for (const kind of ['ORDER', 'SHIPPING_NOTICE', 'INVOICE', 'CREDIT_NOTE']) {
        await open(page, network.documents[kind].id, 'related');
        const list = page.getByRole('tabpanel').getByRole('list');
        await list.waitFor();
        const hrefs = await list.locator('a[href*="/transactions/"]').evaluateAll((all) => all.map(({ href }) => href.split('/').at(-1)));
        const wanted = kinds.filter((other) => other !== kind).map((other) => network.documents[other].id);
        const missing = wanted.filter((id) => !hrefs.includes(id));
        if (missing.length > 0) faults.push(`${kind}: ${missing.length} of ${wanted.length} are missing: ${await list.innerText()}`);
        const statuses = await list.locator('.status').count();
        faults.push(...same(statuses, hrefs.length + 1, `${kind}: statuses`));
      }
      await page.context().close();
    }
    return faults;
  });

  await test('labels are shown, and lead to what a printer takes', async () => {
    const faults = [];
    for (const kind of ['SHIPPING_NOTICE', 'DISPATCH_INSTRUCTION_RESPONSE']) {
      const page = await as(tokens.supplier);
      await open(page, network.documents[kind].id, 'labels');
      await page.getByRole('list', { name: 'Labels' }).getByRole('img').first().waitFor();
      await labelsSeen(page);
      const links = await page.getByRole('tabpanel').getByRole('link').evaluateAll((all) => all.map(({ href }) => href));
      for (const href of links) {
        const { status, type } = await page.evaluate(async (url) => {
          const answer = await fetch(url);
          return { status: answer.status, type: answer.headers.get('content-type') };
        }, href);
        if (status !== 200 || !/pdf|zpl/.test(type)) faults.push(`${href}: ${status} ${type}`);
      }
      if (links.length < 4) faults.push(`${kind}: ${links.length} links`);
      await page.context().close();
    }
    const page = await as(tokens.operator);
    await open(page, network.documents.SHIPPING_NOTICE.id);
    await page.getByRole('tab', { name: 'Versions' }).waitFor();
    faults.push(...same(await page.getByRole('tab', { name: 'Labels' }).count(), 0, 'tabs of labels for an operator'));
    await page.context().close();
    return faults;
  });

  await test('every text of every good example is on the page of its document', async () => {
    const faults = [];
    const page = await as(tokens.operator);
    const kinds = readdirSync(examples, { withFileTypes: true }).filter((one) => one.isDirectory() && one.name.toUpperCase() in network.documents);
    let shown = 0;
    for (const { name: kind } of kinds) {
      const { sender } = network.documents[kind.toUpperCase()];
      for (const name of ['lifelike', 'minimal', 'full']) {
        const document = example(kind, name);
        // They name a hub that is not in this network.
        delete document.content.header.technicalSender;
        delete document.content.header.technicalRecipient;
        const answer = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: sender, body: JSON.stringify(document) });
        // One names nobody that could receive it.
        if (answer.status >= 300) continue;
        await open(page, JSON.parse(answer.body)[idName]);
        await page.getByRole('tab', { name: 'Document' }).waitFor();
        const headings = await page.locator('.list thead').allInnerTexts();
        if (name === 'lifelike' && !/quantity|total/i.test(headings)) faults.push(`${kind}: the rows have no quantity: ${headings}`);
        await page.getByRole('button', { name: 'More', exact: true }).evaluateAll((all) => all.forEach((more) => more.click()));
        const text = await page.getByRole('tabpanel').innerText();
        const flat = (one) => one.replace(/\s+/g, ' ').replaceAll(',', '').trim();
        const missing = textsOf(document.content).filter((one) => !flat(text).includes(flat(shownAs[one] ?? one)));
        if (missing.length > 0) faults.push(`${kind}/${name} lacks ${JSON.stringify(missing.slice(0, 8))}`);
        shown += 1;
      }
    }
    console.log(`${shown} examples were read`);
    if (shown < 35) faults.push(`${shown} examples`);
    await page.context().close();
    return faults;
  });

  // The exchange refuses an order without items; an order response may have none.
  await test('a document without items, and one with long names, are read too', async () => {
    const page = await as(tokens.customer, { width: 360, height: 740 });
    const faults = [];
    await open(page, await send(example('order_response', 'accept'), 'supplier'));
    await page.getByText('No lines.').waitFor();
    faults.push(...(await look(page, 'without-items-phone')));
    const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(9).slice(0, 300);
    const long = order('LONG-1', { header: { buyer: party(parties.customer, { name }) }, items: [line(1, { description: name })] });
    await open(page, await send(long));
    await page.getByText(name).first().waitFor();
    faults.push(...(await look(page, 'long-names-phone')));
    await page.context().close();
    return faults;
  });

  await test('a document of 5 MB is shown at once, in portions', async () => {
    const count = 24_000;
    const items = Array.from({ length: count }, (_none, index) => line(index + 1, { description: `goods ${index + 1} ${'x'.repeat(60)}` }));
    const body = JSON.stringify(order('LARGE-1', { items }));
    if (body.length < 4_500_000) return [`it has ${body.length} bytes`];
    const id = await send(body);
    const page = await as(tokens.customer);
    const begin = Date.now();
    await open(page, id);
    await page.getByRole('button', { name: /Show more/ }).waitFor();
    const shownMs = Date.now() - begin;
    const step = async (act, done) => {
      const from = Date.now();
      await act();
      await done();
      return Date.now() - from;
    };
    const moreMs = await step(
      () => page.getByRole('button', { name: /Show more/ }).click(),
      () => page.getByText(/goods 400 /).waitFor(),
    );
    const jsonMs = await step(
      () => page.getByRole('tab', { name: 'JSON' }).click(),
      () => page.locator('pre').waitFor(),
    );
    items[11_999].quantity = 2;
    items.reverse();
    const next = await send(order('LARGE-1', { items }));
    const comparedMs = await step(
      () => open(page, next, 'versions'),
      () => page.getByText('items[lineNumber=12000].quantity').waitFor(),
    );
    const changes = await page.getByRole('table', { name: 'What changed' }).locator('tbody tr').count();
    const relatedMs = await step(
      () => page.getByRole('tab', { name: 'Related' }).click(),
      () => page.getByText('No other document refers to this one').waitFor(),
    );
    const times = { shownMs, moreMs, jsonMs, comparedMs, relatedMs };
    console.log(`a document of ${body.length} bytes: ${JSON.stringify(times)}`);
    await page.context().close();
    const slow = Object.entries(times).filter(([, ms]) => ms > 10_000);
    return [...slow.map(([what, ms]) => `${what}: ${ms}`), ...same(changes, 1, 'changes')];
  });

  await test('hostile text is text in the lists, the versions and the related documents', async () => {
    const faults = [];
    for (const token of [tokens.customer, tokens.operator]) {
      const page = await as(token);
      for (const tab of ['versions', 'related', 'json']) {
        await open(page, network.hostileId, tab);
        await page.getByRole('tabpanel').waitFor();
        await page.getByText('Loading …').first().waitFor({ state: 'detached' });
        faults.push(...(await hasRun(page)));
      }
      await page.goto(`${base}/console/transactions?number=${encodeURIComponent(hostile)}&partner=${encodeURIComponent(hostile)}`);
      browsing.isPatient = true; // the exchange refuses such a partner
      await page.getByRole('heading', { level: 1 }).waitFor();
      faults.push(...(await hasRun(page)));
      await page.context().close();
      browsing.isPatient = false;
    }
    return faults;
  });

  for (const { name, ...screen } of [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 360, height: 740 }, { name: 'german', locale: 'de-DE' }]) {
    await test(`${name}: versions, related documents and labels`, async () => {
      const page = await browsing.person(screen);
      await page.goto(`${base}/console/transactions`);
      await page.getByLabel('Token', { exact: true }).fill(tokens.customer);
      await page.keyboard.press('Enter');
      await page.getByRole('table').waitFor();
      const faults = await look(page, `transactions-found-${name}`);
      const { items } = JSON.parse((await exchange.ask({ method: 'GET', path: '/v2/all-transactions?filter[identifier]=V-1', token: 'customer' })).body);
      await open(page, items[0][idName], 'versions');
      await page.locator('.list tbody tr').first().waitFor();
      faults.push(...(await look(page, `versions-${name}`)));
      await open(page, network.documents.INVOICE.id, 'related');
      await page.getByRole('tabpanel').getByRole('list').waitFor();
      faults.push(...(await look(page, `related-${name}`)));
      await open(page, network.documents.SHIPPING_NOTICE.id, 'labels');
      await labelsSeen(page);
      faults.push(...(await look(page, `labels-${name}`)));
      await page.context().close();
      return faults;
    });
  }
}

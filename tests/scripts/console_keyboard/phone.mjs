// Every page fits a small phone without scrolling sideways, its links, buttons and fields are large enough, and the
// rows of its lists have two lines.
import { makeNetwork } from '../console/network.mjs';

async function idOf(exchange, party) {
  const { body } = await exchange.ask({ method: 'GET', path: `/admin/participants?filter[name]=${party}`, token: 'operator' });
  return JSON.parse(body).items[0].id;
}

const twoLines = 76;
const lineOfButtons = 48;

/** The rows of a list have two lines, and one more for their buttons. They show the begin of each link and state. */
const faultsOfRows = (page) => page.locator('.list.brief tbody tr').evaluateAll((rows, [lines, buttons]) => rows.flatMap((row) => {
  const cells = [...row.querySelectorAll('td')].filter((cell) => cell.checkVisibility());
  const most = cells.some(({ dataset }) => dataset.place === 'actions') ? lines + buttons : lines;
  const isOutside = (cell) => (one) => one.getBoundingClientRect().left > cell.getBoundingClientRect().right - 16;
  const name = `the row "${row.innerText.replaceAll('\n', ' | ')}"`;
  return [
    ...(row.clientHeight > most ? [`${name} is ${row.clientHeight} high`] : []),
    ...cells.filter((cell) => [...cell.querySelectorAll('a, .status')].some(isOutside(cell))).map(({ dataset }) => `${name} hides a part of its ${dataset.place}`),
    ...cells.filter((cell) => cell.dataset.place === 'status' && cell.scrollWidth > cell.clientWidth).map(() => `${name} cuts its state`),
  ];
}), [twoLines, lineOfButtons]);

/** A network with a row in each list. Its webhook fails. */
async function fullNetwork(exchange) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body && JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  await ask('PUT', '/admin/webhook-targets', 'operator', { targets: ['127.0.0.1'] });
  const { id: webhook } = await ask('POST', '/v2/profile/webhooks', 'customer', { url: 'http://127.0.0.1:1/a/rather/long/path/of/a/system' });
  const network = await makeNetwork(exchange);
  await ask('PUT', '/v2/profile', 'customer', { requirements: [{ kind: 'INVOICE', path: 'header.orderIdentifier', when: ['ORIGINAL'] }] });
  await ask('PUT', '/v2/profile/number-ranges/ORDER', 'customer', { prefix: 'ORDER-2026-', next: 1 });
  await ask('POST', '/v2/drafts', 'customer', { kind: 'ORDER', document: '{"items":[]}' });
  const deadline = Date.now() + 60_000;
  while ((await ask('GET', '/v2/profile/webhooks', 'customer')).data[0].failingSince === null) {
    if (Date.now() > deadline) throw new Error('the webhook does not fail');
  }
  return { ...network, webhook };
}

const screen = { width: 360, height: 740 };
const pages = {
  customer: ['', 'overview', 'transactions', 'cases', 'new-documents', 'check', 'partners', 'drafts', 'webhooks', 'requests', 'numbers', 'tokens'],
  operator: ['', 'overview', 'transactions', 'cases', 'participants', 'relationships', 'queues', 'people', 'events', 'health', 'settings'],
};

export async function testPhone({ test, browsing, exchange, say, language }) {
  const { documents, rejected, webhook } = await fullNetwork(exchange);
  // Some documents are between other participants.
  const ids = [];
  for (const { id } of Object.values(documents)) {
    const { status } = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${id}`, token: 'customer' });
    if (status === 200) ids.push(id);
  }
  const details = {
    customer: [
      ...ids.flatMap((id) => [`transactions/${id}`, `transactions/${id}?tab=related`]),
      ...['json', 'life', 'versions'].map((tab) => `transactions/${documents.ORDER.id}?tab=${tab}`),
      `transactions/${documents.SHIPPING_NOTICE.id}?tab=labels`,
      `webhooks/${webhook}`,
      `partners/${await idOf(exchange, 'supplier')}`,
      `new-documents/${documents.ORDER.id}?type=ORDER`,
      `cases/${new URL(JSON.parse(rejected.body).errorUrl).pathname.split('/').pop()}`,
    ],
    operator: [`participants/${await idOf(exchange, 'customer')}`],
  };
  for (const [party, paths] of Object.entries(pages)) {
    await test(`a phone, ${language}: the pages of ${party}`, async () => {
      const page = await browsing.person({ ...screen, locale: say.locale });
      await page.goto(`${browsing.base}/console`);
      await page.getByLabel(say.token, { exact: true }).waitFor();
      const faults = [...(await browsing.faultsOfTargets(page)), ...(await browsing.faultsOfWidth(page))];
      await page.getByLabel(say.token, { exact: true }).fill(exchange.tokens[party]);
      await page.keyboard.press('Enter');
      await page.locator('.who').waitFor();
      for (const path of [...paths, ...details[party]]) {
        await page.goto(`${browsing.base}/console/${path}`.replace(/\/$/, ''));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.getByText(say.loading).first().waitFor({ state: 'detached' });
        const found = [...(await browsing.faultsOfTargets(page)), ...(await browsing.faultsOfWidth(page)), ...(await faultsOfRows(page))];
        if (found.length > 0) await browsing.shoot(page, `phone-${path.replace(/\W/g, '-')}`);
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      }
      await page.context().close();
      return faults;
    });
  }
}

// Every page fits a small phone without scrolling sideways, and its links, buttons and fields are large enough.
import { makeNetwork } from '../console/network.mjs';

async function idOf(exchange, party) {
  const { body } = await exchange.ask({ method: 'GET', path: `/admin/participants?filter[name]=${party}`, token: 'operator' });
  return JSON.parse(body).items[0].id;
}

const screen = { width: 360, height: 740 };
const pages = {
  customer: ['', 'overview', 'transactions', 'cases', 'new-documents', 'check', 'partners', 'webhooks', 'requests', 'numbers', 'tokens'],
  operator: ['', 'overview', 'transactions', 'cases', 'participants', 'relationships', 'queues', 'people', 'events', 'settings'],
};

export async function testPhone({ test, browsing, exchange, say, language }) {
  const { documents, rejected } = await makeNetwork(exchange);
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
        const found = [...(await browsing.faultsOfTargets(page)), ...(await browsing.faultsOfWidth(page))];
        if (found.length > 0) await browsing.shoot(page, `phone-${path.replace(/\W/g, '-')}`);
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      }
      await page.context().close();
      return faults;
    });
  }
}

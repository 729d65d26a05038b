// Every page fits a small phone without scrolling sideways, its links, buttons and fields are large enough, and the
// rows of its lists have two lines.
import { makeLongRows, makeNetwork } from '../console/network.mjs';
import { faultsOfRows } from './rows.mjs';

async function idOf(exchange, party) {
  const { body } = await exchange.ask({ method: 'GET', path: `/admin/participants?filter[name]=${party}`, token: 'operator' });
  return JSON.parse(body).items[0].id;
}

/** What the exchange would answer after days, or with a server for e-mail. */
const later = {
  people: { name: 'Maximiliane von Hohenstein', email: 'maximiliane.von.hohenstein@kundenmarkt.example', reason: '554 5.7.1 Refused' },
  url: 'https://webhooks.integration.kundenmarkt.example/events',
};

async function showLater(page) {
  const changed = (path, change) => page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    change(body);
    return route.fulfill({ response, json: body });
  });
  const at = new Date(Date.now() - 7_200_000).toISOString();
  const { people: { name, email, reason }, url } = later;
  const person = {
    id: '0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44', name, email, state: 'active', secondFactor: 'none', lastUsedAt: at,
    invitationEndsAt: null, rejectedMail: { at, reason },
  };
  await changed('**/admin/people?*', (body) => {
    const customer = { id: '0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44', name: 'Kundenmarkt Handelsgesellschaft mbH' };
    body.items.push({ ...person, memberships: [{ participant: customer, role: 'administrator', flows: ['LIVE'] }] });
  });
  await changed('**/v2/drafts', ({ data }) => {
    for (const draft of data.drafts) {
      const author = { id: person.id, name: `${name}-Wallenburg-Schwarzenau` };
      Object.assign(draft, { partner: 'Lieferwerk', updatedAt: at, updatedBy: { ...draft.updatedBy, person: author } });
    }
  });
  const giveUp = (webhooks) => {
    for (const webhook of webhooks) Object.assign(webhook, { url, state: 'given_up', failingSince: at, nextTryAt: null });
  };
  await changed('**/v2/profile/webhooks', ({ data }) => giveUp(data));
  await changed('**/admin/webhooks?*', ({ items }) => giveUp(items));
}

/** The texts that a row of a page shows whole. A page of one participant has its path without the id. */
const textsOf = (say) => {
  const hoursAgo = new Intl.RelativeTimeFormat(say.locale, { style: 'short' }).format(-2, 'hour');
  const { name, email, reason } = later.people;
  const long = [say.order, 'ORDER-2026-0000123456-AMENDED-7'];
  const webhook = [later.url, `${say.failingSince}:`, hoursAgo, say.givenUp];
  return {
    customer: {
      overview: [webhook],
      transactions: [long],
      partners: [['Asking', say.asks], ['Asked', say.accepted, say.asked], ['Blocking', say.blocked, say.blockedByPartner]],
      drafts: [[say.order, hoursAgo]],
      tokens: [['All rights', say.scopes, `${say.expires}:`, '2099']],
    },
    operator: {
      overview: [webhook],
      transactions: [long, ['TEST', 'TRIAL-4711']],
      cases: [['TEST', say.order]],
      'participants/': [['TEST', 'Tester Ltd', 'customer']],
      people: [[name, email, say.mailRejected, reason, say.administrator, 'Kundenmarkt Handelsgesellschaft mbH']],
      events: [['Asking Company', 'customer', 'requested']],
    },
  };
};

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
  await makeLongRows(exchange);
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

/** The pages with an address of this network. */
async function detailsOf(exchange) {
  const { documents, rejected, webhook } = await fullNetwork(exchange);
  // Some documents are between other participants.
  const ids = [];
  for (const { id } of Object.values(documents)) {
    const { status } = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${id}`, token: 'customer' });
    if (status === 200) ids.push(id);
  }
  return {
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
}

export async function testPhone(of) {
  const details = await detailsOf(of.exchange);
  for (const language of of.languages) await testLanguage({ ...of, details, ...language });
}

async function testLanguage({ test, browsing, exchange, say, language, details }) {
  const wanted = textsOf(say);
  for (const [party, paths] of Object.entries(pages)) {
    await test(`a phone, ${language}: the pages of ${party}`, async () => {
      const page = await browsing.person({ ...screen, locale: say.locale });
      await showLater(page);
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
        const found = [...(await browsing.faultsOfTargets(page)), ...(await browsing.faultsOfWidth(page)), ...(await faultsOfRows(page, wanted[party][path.replace(/[-0-9a-f]{36}$/, '')]))];
        if (found.length > 0) await browsing.shoot(page, `phone-${language}-${party}-${path.replace(/\W/g, '-')}`);
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      }
      await page.context().close();
      return faults;
    });
  }
}

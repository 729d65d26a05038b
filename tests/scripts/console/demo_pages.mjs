// Every page of the console, as the network of `tradepost demo` has it. `act` fills a page first.
import { readFileSync } from 'node:fs';

async function pasteFaulty(page) {
  await page.locator('textarea').fill(readFileSync(new URL('../../../examples/order/faulty_dates.json', import.meta.url), 'utf8'));
  await page.locator('mark').first().waitFor();
  await page.locator('.to-place').first().click();
}

async function openPalette(page) {
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').fill('B1');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
}

async function openUserMenu(page) {
  await page.locator('.who').click();
  await page.locator('#user-menu').waitFor();
}

/** MUSTERHAUS=tp_live_… */
export const demoTokens = (file) => Object.fromEntries(readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split('=')));

/** Adds a token for the TEST documents of MUSTERHAUS. */
export async function addTestToken(base, tokens) {
  const ask = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${tokens.OPERATOR}`, 'Content-Type': 'application/json' };
    return (await fetch(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) })).json();
  };
  const [{ id }] = (await ask('GET', '/admin/participants?filter[identifier]=9521002000009')).items;
  tokens.TEST = (await ask('POST', '/admin/tokens', { participant: id, name: 'test', flow: 'TEST' })).token;
}

// The strip of related documents comes after the document.
const withStrip = (page) => page.getByRole('navigation', { name: 'Related' }).waitFor();

export async function demoPages(base, { MUSTERHAUS: token, OPERATOR: operator }) {
  const ask = async (path, by = token) => (await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${by}` } })).json();
  const newest = async (kind, more = '') => (await ask(`/v2/all-transactions?per_page=1&filter[type]=${kind}${more}`)).items[0].platformTransactionId;
  // The newest document of a kind with related ones. The partner may not have answered the newest one yet.
  const newestInThread = async (kind) => {
    const { items } = await ask(`/v2/all-transactions?per_page=100&filter[type]=${kind}`);
    for (const { platformTransactionId: id } of items) {
      const { data } = await ask(`/v2/all-transactions/${id}/related`);
      if (data.items.length > 0) return id;
    }
    throw new Error(`no ${kind} has related documents`);
  };
  const changed = async () => {
    for (let path = '/v2/all-transactions?per_page=100'; path !== null; ) {
      const { items, nextPageUrl } = await ask(path);
      const found = items.find((item) => item.replacesPlatformTransactionId);
      if (found !== undefined) return found.platformTransactionId;
      path = nextPageUrl && nextPageUrl.slice(base.length);
    }
    throw new Error('no document has two versions');
  };
  const transaction = (id, tab) => `/console/transactions/${id}${tab ? `?tab=${tab}` : ''}`;
  const { items: open } = await ask('/v2/errors?per_page=100&filter[status]=open');
  const aCase = open.find(({ origin }) => origin === 'rejection').id;
  const failed = (await ask('/v2/all-transactions?per_page=1&filter[status]=FAILED')).items[0].platformTransactionId;
  const participant = (await ask('/admin/participants', operator)).items[0].id;
  const partner = (await ask('/v2/trade-partners?per_page=1')).items[0].id;
  return [
    { name: 'your-turn', path: '/console' },
    { name: 'overview', path: '/console/overview' },
    { name: 'test', path: '/console', as: 'TEST', only: 'light' },
    { name: 'overview-operator', path: '/console/overview', as: 'OPERATOR' },
    { name: 'search', path: '/console', only: 'light', act: openPalette },
    { name: 'user-menu', path: '/console', only: 'light', act: openUserMenu },
    { name: 'transactions', path: '/console/transactions' },
    { name: 'filters', path: '/console/transactions?type=INVOICE&status=PENDING', only: 'light' },
    { name: 'failed', path: transaction(failed), only: 'light' },
    { name: 'events', path: transaction(failed, 'life'), only: 'light' },
    { name: 'order', path: transaction(await newestInThread('ORDER')), act: withStrip },
    { name: 'invoice', path: transaction(await newestInThread('INVOICE')), act: withStrip },
    { name: 'versions', path: transaction(await changed(), 'versions'), act: withStrip },
    { name: 'related', path: transaction(await newest('INVOICE', '&filter[status]=SUCCESS'), 'related') },
    { name: 'labels', path: transaction(await newest('SHIPPING_NOTICE'), 'labels') },
    { name: 'cases', path: '/console/cases' },
    { name: 'case', path: `/console/cases/${aCase}` },
    { name: 'correction', path: `/console/corrections/${aCase}?of=case` },
    { name: 'new-document', path: `/console/new-documents/${await newest('SHIPPING_NOTICE')}?type=RECEIVAL_NOTICE`, only: 'light' },
    { name: 'drafts', path: '/console/drafts', only: 'light' },
    { name: 'partners', path: '/console/partners', only: 'light' },
    { name: 'partner', path: `/console/partners/${partner}`, only: 'light' },
    { name: 'check', path: '/console/check', only: 'light', act: pasteFaulty },
    { name: 'requests', path: '/console/requests', only: 'light' },
    { name: 'webhooks', path: '/console/webhooks', only: 'light' },
    { name: 'numbers', path: '/console/numbers', only: 'light' },
    { name: 'tokens', path: '/console/tokens', only: 'light' },
    { name: 'people', path: '/console/people', only: 'light' },
    { name: 'participants', path: '/console/participants', as: 'OPERATOR', only: 'light' },
    { name: 'participant', path: `/console/participants/${participant}`, as: 'OPERATOR', only: 'light' },
    { name: 'relationships', path: '/console/relationships', as: 'OPERATOR', only: 'light' },
    { name: 'inboxes', path: '/console/queues', as: 'OPERATOR', only: 'light' },
    { name: 'settings', path: '/console/settings', as: 'OPERATOR', only: 'light' },
    { name: 'health', path: '/console/health', as: 'OPERATOR', only: 'light' },
    { name: 'changes', path: '/console/events', as: 'OPERATOR', only: 'light' },
    { name: 'docs', path: '/docs/api' },
  ];
}

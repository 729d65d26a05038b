// What the console is shown: a document of every kind, some of them failed, rejected or hostile.
import { readFileSync } from 'node:fs';

import { parties } from '../openapi/exchange.mjs';

const example = (kind, name = 'lifelike') =>
  readFileSync(new URL(`../../../examples/${kind}/${name}.json`, import.meta.url), 'utf8');

const senders = {
  customer: ['order', 'remittance_advice', 'sales_report', 'receival_notice'],
  supplier: ['order_response', 'shipping_notice', 'invoice', 'credit_note', 'product_catalog', 'dispatch_instruction'],
  blocked: ['dispatch_instruction_response', 'inventory_report'],
};

export const hostile = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;

/** Every text of a document, where a rule leaves it free. */
function poisoned() {
  const document = JSON.parse(example('order'));
  const { header, items } = document.content;
  const keep = /identifier|domain|date|currency|unit|country|email|url|type|code|number/i;
  const poison = (value, name) => {
    if (Array.isArray(value)) return value.map((one) => poison(one, name));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, poison(one, member)]));
    }
    return typeof value === 'string' && !keep.test(name) ? hostile : value;
  };
  return {
    ...document,
    content: {
      ...document.content,
      header: { ...poison(header, ''), orderIdentifier: hostile.slice(0, 60), comments: hostile, [hostile]: hostile },
      items: items.map((item) => ({ ...poison(item, ''), description: hostile, comments: hostile, [hostile]: { [hostile]: hostile } })),
      [hostile]: [hostile, { [hostile]: [hostile] }],
    },
  };
}

export async function makeNetwork(exchange) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body === undefined ? undefined : body });
    return { ...answer, json: answer.body === '' ? undefined : JSON.parse(answer.body) };
  };
  const done = async (...asked) => {
    const answer = await ask(...asked);
    if (answer.status >= 300) throw new Error(`${asked[0]} ${asked[1]} was answered with ${answer.status}: ${answer.body}`);
    return answer.json;
  };
  const idOf = async (party) => (await done('GET', `/admin/participants?filter[identifier]=${parties[party]}`, 'operator')).items[0].id;
  const ids = {};
  for (const party of ['customer', 'supplier', 'blocked']) ids[party] = await idOf(party);
  for (const [from, to] of [['supplier', 'blocked'], ['blocked', 'supplier'], ['customer', 'blocked'], ['blocked', 'customer']]) {
    await done('PUT', '/admin/relationships', 'operator', JSON.stringify({ from: ids[from], to: ids[to], status: 'active' }));
  }
  const newToken = (party) => done('POST', '/admin/tokens', 'operator', JSON.stringify({ participant: ids[party], name: 'console' }));
  const idName = exchange.idName ?? 'platformTransactionId';
  const documents = {};
  for (const [sender, kinds] of Object.entries(senders)) {
    for (const kind of kinds) {
      const sent = await done('POST', '/v2/transactions', sender, example(kind));
      documents[JSON.parse(example(kind)).type] = { id: sent[idName], sender };
    }
  }
  const poison = await done('POST', '/v2/transactions', 'customer', JSON.stringify(poisoned()));
  const failed = await done('POST', `/v2/transactions/${documents.INVOICE.id}`, 'customer', JSON.stringify({
    success: false,
    reason: `Unknown order number ${hostile}`,
    errorContext: { [hostile]: hostile },
  }));
  const rejected = await ask('POST', '/v2/transactions', 'customer', JSON.stringify({ ...poisoned(), content: { [hostile]: hostile } }));
  return { documents, hostileId: poison[idName], failed, rejected, newToken, revoke: (id) => ask('DELETE', `/admin/tokens/${id}`, 'operator') };
}

/** Adds rows to the lists whose texts are as long as they get: states of partners, a token with all rights, and TEST. */
export async function makeLongRows(exchange) {
  const done = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const found = await exchange.ask({ method: 'GET', path: `/admin/participants?filter[identifier]=${parties.customer}`, token: 'operator' });
  const customer = JSON.parse(found.body).items[0].id;
  const relate = async (name, identifier, ...relationships) => {
    const { id } = await done('POST', '/admin/participants', 'operator', { name, identifiers: [{ domain: 'GS1', identifier }] });
    for (const [isTo, status, flows] of relationships) {
      const ends = isTo ? { from: id, to: customer } : { from: customer, to: id };
      await done('PUT', '/admin/relationships', 'operator', { ...ends, status, ...(flows && { flows }) });
    }
  };
  await relate('Asking Company for Wholesale Ltd', '9521006000005', [true, 'requested']);
  await relate('Asked Company for Wholesale Ltd', '9521007000004', [true, 'active'], [false, 'requested']);
  await relate('Blocking Company for Wholesale Ltd', '9521008000003', [true, 'blocked'], [false, 'blocked']);
  await relate('Tester Ltd', '9521009000002', [true, 'active', ['TEST']]);
  const token = { participant: customer, name: 'All rights', scopes: ['read', 'send', 'report', 'admin'], expiresAt: '2099-03-04T12:00:00Z' };
  await done('POST', '/admin/tokens', 'operator', token);
  const numbered = (orderIdentifier) => {
    const order = JSON.parse(example('order'));
    return { ...order, content: { ...order.content, header: { ...order.content.header, orderIdentifier } } };
  };
  await done('POST', '/v2/transactions', 'customer', numbered('ORDER-2026-0000123456-AMENDED-7'));
  await done('POST', '/v2/transactions', 'customer-tests', numbered('TRIAL-4711'));
  await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer-tests', body: JSON.stringify({ ...numbered('TRIAL-4712'), content: {} }) });
}

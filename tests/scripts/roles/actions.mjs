// A valid request for each action of the table.
import { parties } from '../openapi/exchange.mjs';
import { provocations } from '../openapi/provocations.mjs';
import { json, newWord } from '../openapi/requests.mjs';

/** The good request of the operation, with a change. */
const changed = (change) => async (exchange, operation) => ({ ...(await provocations[operation].good(exchange)), ...change() });
const withBody = (body) => changed(() => ({ body: json(body) }));
/** The second body, after the first one was sent. */
const after = (first, second) => async (exchange, operation) => {
  const request = await provocations[operation].good(exchange);
  await exchange.ask({ ...request, body: json(first) });
  return { ...request, body: json(second) };
};
const partner = (party, body) => async (exchange) => {
  const listing = { method: 'GET', path: `/admin/participants?filter[identifier]=${parties[party]}`, token: 'operator' };
  const [{ id }] = JSON.parse((await exchange.ask(listing)).body).items;
  return { method: 'PUT', path: `/v2/trade-partners/${id}`, token: 'supplier', body: json(body) };
};

/** The actions of operations that have several. */
const made = {
  'Report as failed': withBody({ success: false, reason: 'unknown GTIN' }),
  'Requeue a received one': changed(() => ({ token: 'supplier' })),
  Resolve: withBody({ status: 'resolved' }),
  Reopen: after({ status: 'resolved' }, { status: 'open' }),
  Assign: withBody({ turn: 'operator' }),
  'Resolve for others': withBody({ status: 'resolved' }),
  'Reopen for others': after({ status: 'resolved' }, { status: 'open' }),
  'Ask a partner': partner('keyed', { status: 'requested', direction: 'outgoing' }),
  'Block a partner': partner('customer', { status: 'blocked' }),
  'Accept a partner': partner('customer', { status: 'active' }),
  'Change a webhook': withBody({ events: ['case.opened'] }),
  'Add an identifier': changed(() => ({ body: json({ addIdentifiers: [{ domain: 'FED_TAX', identifier: newWord('9') }] }) })),
  Enable: after({ state: 'disabled' }, { state: 'active' }),
};

/** The request of the action, as a program with every right sends it. */
export const requestOf = ({ name, operation }, exchange) =>
  made[name] ? made[name](exchange, operation) : provocations[operation].good(exchange);

export const namesOfMade = Object.keys(made);

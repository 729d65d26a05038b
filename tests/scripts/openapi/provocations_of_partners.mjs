// Partners, and one's own profile.
import { get, held, json, newNumber, nobody, order, post, send, sent, withoutDate } from './requests.mjs';

const partners = '/v2/trade-partners';
const profile = '/v2/profile';
const put = (path, token, body) => ({ method: 'PUT', path, token, body: json(body) });
const requirements = [{ kind: 'ORDER', path: 'header.orderDate' }, { kind: 'ORDER', path: 'items.*.identifiers', domain: 'GS1', when: ['STANDARD'] }];
const gtin = { kind: 'ORDER', path: 'items.*.identifiers', domain: 'GS1' };
const bad = [{ kind: 'LETTER', path: 'x' }, { kind: 'ORDER', path: 'nowhere' }];

async function idOf(exchange, token) {
  return JSON.parse((await exchange.ask(get(profile, token))).body).data.id;
}

const tokens = '/v2/profile/tokens';
const makeToken = (exchange, more = {}) => exchange.ask(post(tokens, 'customer', json({ name: 'ERP', ...more })));
const newToken = async (exchange) => JSON.parse((await makeToken(exchange)).body).id;
const revocation = (id) => ({ method: 'DELETE', path: `${tokens}/${id}`, token: 'customer' });

export const ofPartners = {
  addOwnToken: {
    good: () => post(tokens, 'customer', json({ name: 'ERP' })),
    wrongToken: 'customer-sends',
    own: {
      201: async (exchange) => [
        await makeToken(exchange),
        await makeToken(exchange, { scopes: ['read'], expiresAt: '2099-01-31' }),
      ],
      422: async (exchange) => [
        await makeToken(exchange, { name: ' ', scopes: [], expiresAt: '2001-01-31', colour: 'red' }),
        await makeToken(exchange, { flow: 'TEST' }),
      ],
    },
  },
  listOwnTokens: {
    good: () => get(tokens, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await newToken(exchange);
        const first = await exchange.ask(get(`${tokens}?per_page=1`, 'customer'));
        const url = new URL(JSON.parse(first.body).nextPageUrl);
        return [first, await exchange.ask(get(url.pathname + url.search, 'customer'))];
      },
      422: async (exchange) => [await exchange.ask(get(`${tokens}?per_page=0&cursor=x`, 'customer'))],
    },
  },
  revokeOwnToken: {
    good: async (exchange) => revocation(await newToken(exchange)),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => [await exchange.ask(revocation(await newToken(exchange)))],
      404: async (exchange) => [await exchange.ask(revocation(nobody)), await exchange.ask(revocation('4711'))],
    },
  },

  listTradePartners: {
    good: () => get(partners, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await held(exchange);
        const first = await exchange.ask(get(`${partners}?per_page=1`, 'supplier'));
        const url = new URL(JSON.parse(first.body).nextPageUrl);
        return [
          first,
          await exchange.ask(get(url.pathname + url.search, 'supplier')),
          await exchange.ask(get(`${partners}?filter[status]=requested`, 'supplier')),
          await exchange.ask(get(partners, 'newcomer')),
        ];
      },
      422: async (exchange) => [await exchange.ask(get(`${partners}?filter[status]=new&filter[colour]=red&cursor=x&per_page=0`, 'customer'))],
    },
  },

  putTradePartner: {
    good: async (exchange) => put(`${partners}/${await idOf(exchange, 'customer')}`, 'supplier', { status: 'active' }),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => {
        await sent(exchange);
        const path = `${partners}/${await idOf(exchange, 'customer')}`;
        return [
          await exchange.ask(put(path, 'supplier', { status: 'active', kinds: ['ORDER'], requirements, direction: null })),
          await exchange.ask(put(path, 'supplier', { status: 'active', kinds: ['ORDER'], requirements: [] })),
          await exchange.ask(put(path, 'supplier', { status: 'active', kinds: ['ORDER'] })),
          await exchange.ask(put(path, 'supplier', { status: 'active', kinds: [], requirements: [] })),
          await exchange.ask(put(path, 'newcomer', { status: 'requested', direction: 'outgoing' })),
        ];
      },
      403: async (exchange) => [
        await exchange.ask(put(`${partners}/${await idOf(exchange, 'supplier')}`, 'blocked', { status: 'requested', direction: 'outgoing' })),
      ],
      404: async (exchange) => [
        await exchange.ask(put(`${partners}/${nobody}`, 'supplier', { status: 'active' })),
        await exchange.ask(put(`${partners}/${nobody}`, 'supplier', { status: 'requested', direction: 'outgoing' })),
        await exchange.ask(put(`${partners}/4711`, 'supplier', { status: 'active' })),
      ],
      422: async (exchange) => {
        const path = `${partners}/${await idOf(exchange, 'customer')}`;
        return [
          await exchange.ask(put(path, 'supplier', { colour: 'red', kinds: ['LETTER'], requirements: bad })),
          await exchange.ask(put(path, 'supplier', { status: 'active', direction: 'outgoing', kinds: ['ORDER'] })),
        ];
      },
    },
  },

  getProfile: {
    good: () => get(profile, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const numbers = [{ participant: await idOf(exchange, 'customer'), number: '70001' }];
        await exchange.ask(put(profile, 'blocked', { requirements: [gtin], numbers }));
        return [
          await exchange.ask(get(profile, 'blocked')),
          await exchange.ask(get(profile, 'customer')),
          await exchange.ask(get(profile, 'customer-reads')),
        ];
      },
    },
  },

  putProfile: {
    good: () => put(profile, 'customer', { requirements: [] }),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => {
        const own = JSON.parse((await exchange.ask(get(profile, 'newcomer'))).body).data;
        const customer = await idOf(exchange, 'customer');
        return [
          await exchange.ask(put(profile, 'newcomer', { requirements: [gtin] })),
          await exchange.ask(put(profile, 'newcomer', { requirements, agents: [{ participant: customer, kinds: ['ORDER'] }], numbers: [{ participant: customer, number: '70001' }] })),
          await exchange.ask(put(profile, 'newcomer', own)),
        ];
      },
      422: async (exchange) => [
        await exchange.ask(put(profile, 'newcomer', { colour: 'red', requirements: bad, agents: [{}], numbers: [{ participant: '4711' }, 7] })),
        await exchange.ask(put(profile, 'newcomer', { numbers: [{ participant: nobody, number: '1' }] })),
      ],
    },
  },

  validateDocument: {
    good: () => post('/v2/transactions/validate', 'customer', order()),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => {
        const document = order();
        await exchange.ask(send(document));
        return [
          await exchange.ask(post('/v2/transactions/validate', 'customer', order({ more: { items: [{ lineNumber: 10, quantity: 40, gtin: '4000000000001' }] } }))),
          await exchange.ask(post('/v2/transactions/validate', 'customer', withoutDate(order()))),
          await exchange.ask(post('/v2/transactions/validate', 'customer', document)),
          await exchange.ask(post('/v2/transactions/validate', 'blocked', order({ from: 'blocked' }))),
          await exchange.ask(post('/v2/transactions/validate', 'customer', json({ type: 'ORDER', content: { header: { orderIdentifier: newNumber() } } }))),
          await exchange.ask(post('/v2/transactions/validate', 'customer', '[]')),
        ];
      },
      400: async (exchange) => [await exchange.ask(post('/v2/transactions/validate', 'customer', '{"type":"ORDER"'))],
    },
  },
};

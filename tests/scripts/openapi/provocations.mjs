// Every operation: a request that is good, a token that may not, and how each status of its own comes about.
import { keysOfOneParticipant } from './exchange.mjs';
import { filesOf } from './pages.mjs';
import { ofAdministration } from './provocations_of_administration.mjs';
import { ofCases } from './provocations_of_cases.mjs';
import { fileOfConsole, ofSessions } from './provocations_of_console.mjs';
import { ofDrafts } from './provocations_of_drafts.mjs';
import { ofHistory } from './provocations_of_history.mjs';
import { ofLabels } from './provocations_of_labels.mjs';
import { ofRequests } from './provocations_of_requests.mjs';
import { ofWebhooks } from './provocations_of_webhooks.mjs';
import { ofOperation } from './provocations_of_operation.mjs';
import { ofNumbers } from './provocations_of_numbers.mjs';
import { ofNotices } from './provocations_of_notices.mjs';
import { ofPeople } from './provocations_of_people.mjs';
import { ofSimulated } from './provocations_of_simulated.mjs';
import { ofPartners } from './provocations_of_partners.mjs';
import { get, interchange, json, mark, newNumber, nobody, order, orderMessage, post, send, sent, withoutDate } from './requests.mjs';

const bulkPath = '/v2/transactions/bulk/mark-processed';

const withWrongCheckDigit = { items: [{ lineNumber: 10, identifiers: [{ identifier: '9521001000001' }] }] };

const reporting = (method) => ({
  good: async (exchange) => mark(await sent(exchange), { success: true }, method),
  wrongToken: 'customer-reads',
  own: {
    200: async (exchange) => {
      const id = await sent(exchange);
      return [
        await exchange.ask(mark(id, { success: false, reason: 'unknown GTIN', errorContext: { line: '10' } }, method)),
        await exchange.ask(mark(id, { success: false }, method)),
        await exchange.ask(mark(id, { success: true, reason: null }, method)),
      ];
    },
    404: async (exchange) => [
      await exchange.ask(mark(nobody, { success: true }, method)),
      await exchange.ask(mark('4711', { success: true }, method)),
    ],
    409: async (exchange) => {
      const id = await sent(exchange);
      await exchange.ask(mark(id, { success: true }, method));
      return [await exchange.ask(mark(id, { success: false }, method))];
    },
    422: async (exchange) => [
      await exchange.ask(mark(await sent(exchange), {}, method)),
      await exchange.ask(mark(await sent(exchange), { success: 'yes', errorType: 7 }, method)),
    ],
  },
});

const cached = (path) => ({
  good: () => get(path),
  own: {
    200: async (exchange) => [await exchange.ask(get(path))],
    304: async (exchange) => {
      const { headers } = await exchange.ask(get(path));
      return [
        await exchange.ask(get(path, undefined, { headers: { 'If-None-Match': headers.etag } })),
        await exchange.ask(get(path, undefined, { headers: { 'If-None-Match': `"other", W/${headers.etag}` } })),
      ];
    },
  },
});

const fileOfDocs = async (exchange) => {
  const { body } = await exchange.ask(get('/docs'));
  return get(filesOf('/docs', body).loaded[0]);
};

const pageOfDocs = (path, ...absent) => {
  const { good, own } = cached(path);
  return { good, own: { ...own, 404: (exchange) => Promise.all(absent.map((one) => exchange.ask(get(one)))) } };
};

export const provocations = {
  ping: {
    good: () => get('/v2/ping', 'customer'),
    own: { 204: async (exchange) => [await exchange.ask(get('/v2/ping', 'customer-reads'))] },
  },

  listIncomingTransactions: {
    good: () => get('/v2/transactions', 'supplier'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await sent(exchange);
        const number = newNumber();
        await sent(exchange, order({ number }));
        await sent(exchange, order({ number, more: { items: [{ lineNumber: 10, quantity: 41, unknown: { ours: 1.5 } }] } }));
        const page = await exchange.ask(get('/v2/transactions?per_page=1', 'supplier'));
        const { nextPageUrl } = JSON.parse(page.body);
        return [
          page,
          await exchange.ask(get(new URL(nextPageUrl).pathname + new URL(nextPageUrl).search, 'supplier')),
          await exchange.ask(get('/v2/transactions?per_page=100&filter[type]=ORDER', 'supplier')),
          await exchange.ask(get('/v2/transactions', 'newcomer', { headers: { Prefer: 'wait=1' } })),
        ];
      },
      422: async (exchange) => [
        await exchange.ask(get('/v2/transactions?per_page=0&cursor=x&filter[colour]=red&filter[type]=', 'supplier')),
      ],
      429: async (exchange) => {
        const wait = get('/v2/transactions?filter[type]=INVOICE', 'supplier-polls', { headers: { Prefer: 'wait=3' } });
        const answers = await Promise.all(Array.from({ length: 11 }, () => exchange.ask(wait)));
        return answers.filter(({ status }) => status !== 200);
      },
    },
  },

  sendDocument: {
    good: () => send(order()),
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => [
        await exchange.ask(send(order(), { headers: { 'Idempotency-Key': 'first' } })),
        await exchange.ask(send(order({ more: withWrongCheckDigit }))),
      ],
      202: async (exchange) => [
        await exchange.ask(post('/v2/transactions', 'newcomer', order({ from: 'newcomer' }))),
        await exchange.ask(post('/v2/transactions', 'newcomer', order({ from: 'newcomer', more: withWrongCheckDigit }))),
      ],
      207: async (exchange) => [
        await exchange.ask(interchange([orderMessage({ quantity: '2' }), orderMessage({ quantity: 'two' })])),
      ],
      400: async (exchange) => {
        const document = order();
        await sent(exchange, document);
        return [
          await exchange.ask(send(document)),
          await exchange.ask(send(order(), { headers: { 'Idempotency-Key': 'x'.repeat(256) } })),
        ];
      },
      403: async (exchange) => [await exchange.ask(post('/v2/transactions', 'blocked', order({ from: 'blocked' })))],
      429: async (exchange) => {
        for (let sends = 0; ; sends += 1) {
          const key = { 'Idempotency-Key': `key-${sends}` };
          const answer = await exchange.ask(post('/v2/transactions', 'keyed', order({ from: 'keyed' }), { headers: key }));
          if (answer.status !== 201 || sends > keysOfOneParticipant) return [answer];
        }
      },
      422: async (exchange) => {
        const key = { headers: { 'Idempotency-Key': 'used' } };
        await exchange.ask(send(order(), key));
        return [
          await exchange.ask(send(withoutDate(order()))),
          await exchange.ask(send('{"type":"ORDER","content":{"header":{},"items":[]}}')),
          await exchange.ask(send('[]')),
          await exchange.ask(send(order(), key)),
        ];
      },
    },
  },

  reportOnTransaction: reporting('POST'),
  putReportOnTransaction: reporting('PUT'),

  reportOnTransactions: {
    good: async (exchange) =>
      post(bulkPath, 'supplier', json({ items: [{ [exchange.idName]: await sent(exchange), success: true }] })),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => {
        const items = [
          { [exchange.idName]: await sent(exchange), success: true },
          { [exchange.idName]: await sent(exchange), success: false, reason: 'unknown GTIN' },
        ];
        return [
          await exchange.ask(post(bulkPath, 'supplier', json({ items }))),
          await exchange.ask(post(bulkPath, 'supplier', json(items))),
        ];
      },
      422: async (exchange) => {
        const id = await sent(exchange);
        await exchange.ask(mark(id, { success: true }));
        const items = [
          { [exchange.idName]: id, success: false },
          { [exchange.idName]: nobody, success: true },
          { success: 'yes' },
          7,
        ];
        const unknown = [{ [exchange.idName]: await sent(exchange), success: true }, items[1]];
        return [
          await exchange.ask(post(bulkPath, 'supplier', json({ items: unknown }))),
          await exchange.ask(post(bulkPath, 'supplier', json({ items }))),
          await exchange.ask(post(bulkPath, 'supplier', '{}')),
          await exchange.ask(post(bulkPath, 'supplier', '{"items":[]}')),
        ];
      },
    },
  },

  getHealth: {
    good: () => get('/healthz'),
    own: { 200: async (exchange) => [await exchange.ask(get('/healthz'))] },
  },
  getReadiness: {
    good: () => get('/readyz'),
    own: { 200: async (exchange) => [await exchange.ask(get('/readyz'))] },
  },

  getMetrics: {
    good: () => get('/metrics', 'operator'),
    wrongToken: 'customer',
    own: {
      200: async (exchange) => [
        await exchange.ask(get('/metrics', 'operator')),
        await exchange.ask({ ...get('/metrics', 'operator'), headers: { Accept: 'text/plain' } }),
      ],
    },
  },

  ...ofHistory,
  ...ofLabels,
  ...ofCases,
  ...ofPartners,
  ...ofDrafts,
  ...ofNumbers,
  ...ofSimulated,
  ...ofNotices,
  ...ofPeople,
  ...ofAdministration,
  ...ofOperation,
  ...ofWebhooks,
  ...ofRequests,

  getRoot: {
    good: () => get('/'),
    own: { 302: async (exchange) => [await exchange.ask(get('/'))] },
  },
  ...ofSessions,
  getConsole: cached('/console'),
  getConsolePage: cached('/console/transactions'),
  getConsolePageOfOne: cached(`/console/transactions/${nobody}`),
  getConsoleFile: {
    good: fileOfConsole,
    own: {
      200: async (exchange) => [await exchange.ask(await fileOfConsole(exchange))],
      304: async (exchange) => cached((await fileOfConsole(exchange)).path).own[304](exchange),
      404: async (exchange) => [await exchange.ask(get('/console/assets/index.js')), await exchange.ask(get('/console/assets/index.html'))],
    },
  },
  getOpenApiDocument: cached('/openapi.json'),
  getReference: cached('/docs'),
  getApiReference: cached('/docs/api'),
  getErrorReference: cached('/docs/errors'),
  getPage: pageOfDocs('/docs/guides/agent', '/docs/guides/agent.md', '/docs/guides/none'),
  getPageOfFolder: pageOfDocs('/docs/reference/documents/order', '/docs/reference/documents/order.md', '/docs/reference/none/order'),
  getReferenceFile: {
    good: fileOfDocs,
    own: {
      200: async (exchange) => [await exchange.ask(await fileOfDocs(exchange))],
      304: async (exchange) => cached((await fileOfDocs(exchange)).path).own[304](exchange),
      404: async (exchange) => [await exchange.ask(get('/docs/search.js')), await exchange.ask(get('/docs/index.html'))],
    },
  },
};

// What operators look at and decide from day to day.
import { parties } from './exchange.mjs';
import { refusedWait } from './provocations_of_history.mjs';
import { answered, get, held, json, mark, newNumber, newWord, nobody, order, sent } from './requests.mjs';

const wrongToken = 'customer';
const request = (method, path, body) => ({ method, path, token: 'operator', body: body && json(body) });
const ask = (exchange, method, path, body) => exchange.ask(request(method, path, body));

const events = '/admin/events';
const queues = '/admin/queues';
const transactions = '/admin/transactions';
const operators = '/admin/operators';
const ranges = '/admin/sscc-ranges';
const days = (from, to, more = '') => `/admin/statistics?from=${from}&to=${to}${more}`;
const reason = { reason: 'mended' };

const badList = async (exchange, path) => [await ask(exchange, 'GET', `${path}?filter[colour]=red&per_page=0&cursor=x`)];

async function pagesOf(exchange, path) {
  const first = await ask(exchange, 'GET', `${path}?per_page=1`);
  const url = new URL(JSON.parse(first.body).nextPageUrl);
  return [first, await ask(exchange, 'GET', url.pathname + url.search), await ask(exchange, 'GET', `${path}?per_page=100`)];
}

/** Sends one that the recipient could not process, and gives its id. */
async function failed(exchange, document) {
  const id = await sent(exchange, document);
  await exchange.ask(mark(id, { success: false, reason: 'unknown GTIN' }));
  return id;
}

async function idOf(exchange, party) {
  const { body } = await ask(exchange, 'GET', `/admin/participants?filter[identifier]=${parties[party]}`);
  return JSON.parse(body).items[0].id;
}

const moved = async (exchange, party) => ({ ...reason, participant: await idOf(exchange, party) });

async function newParticipant(exchange) {
  const body = { name: newWord('Grossist'), identifiers: [] };
  return JSON.parse((await ask(exchange, 'POST', '/admin/participants', body)).body).id;
}

async function newRange(exchange) {
  return { participant: await idOf(exchange, 'supplier'), prefix: newWord('39521'), first: 0, end: 1000 };
}

const newOperator = async (exchange) => JSON.parse((await ask(exchange, 'POST', operators, { name: 'Nachtschicht' })).body);

const setting = (path, good, bad) => ({
  get: {
    good: () => request('GET', path),
    wrongToken,
    own: {
      200: async (exchange) => {
        await ask(exchange, 'PUT', path, good);
        return [await ask(exchange, 'GET', path)];
      },
    },
  },
  put: {
    good: () => request('PUT', path, good),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'PUT', path, good)],
      422: async (exchange) => [await ask(exchange, 'PUT', path, bad), await ask(exchange, 'PUT', path, { colour: 'red' })],
    },
  },
});

const network = setting('/admin/network', { mode: 'approved' }, { mode: 'shut' });
const retention = setting(
  '/admin/retention',
  { rules: [{ kind: 'INVENTORY_REPORT', contentDays: 400, rowDays: 3650 }, { kind: 'SALES_REPORT', contentDays: 40 }] },
  { rules: [{ kind: 'LETTER', contentDays: 0 }] },
);
const targets = setting('/admin/webhook-targets', { targets: ['*.example.org'] }, { targets: ['a b', 7] });

export const ofOperation = {
  listEvents: {
    good: () => request('GET', events),
    wrongToken,
    own: {
      200: (exchange) => pagesOf(exchange, events),
      422: (exchange) => badList(exchange, events),
    },
  },
  watchChanges: {
    good: () => request('GET', '/admin/changes'),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'GET', '/admin/changes'),
        await exchange.ask(get('/admin/changes', 'operator', { headers: { 'Last-Event-ID': '17' } })),
      ],
      429: async (exchange) => [await refusedWait(exchange, '/admin/changes', 'operator')],
    },
  },

  getOverview: {
    good: () => request('GET', '/admin/overview'),
    wrongToken,
    own: {
      200: async (exchange) => {
        await sent(exchange);
        await held(exchange);
        return [await ask(exchange, 'GET', '/admin/overview')];
      },
    },
  },

  listQueues: {
    good: () => request('GET', queues),
    wrongToken,
    own: {
      200: async (exchange) => {
        await sent(exchange);
        await held(exchange);
        await exchange.ask(get('/v2/transactions', 'supplier'));
        await sent(exchange, order({ from: 'customer', to: 'customer' }));
        return [...(await pagesOf(exchange, queues)), await ask(exchange, 'GET', `${queues}?filter[participant]=${nobody}`)];
      },
      422: (exchange) => badList(exchange, queues),
    },
  },

  listTransactionsOfAll: {
    good: () => request('GET', transactions),
    wrongToken,
    own: {
      200: async (exchange) => {
        await held(exchange);
        await failed(exchange);
        return [...(await pagesOf(exchange, transactions)), await ask(exchange, 'GET', `${transactions}?filter[status]=FAILED`)];
      },
      422: (exchange) => badList(exchange, transactions),
    },
  },
  getAnyTransaction: {
    good: async (exchange) => request('GET', `${transactions}/${await sent(exchange)}`),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'GET', `${transactions}/${await failed(exchange)}`),
        await ask(exchange, 'GET', `${transactions}/${await held(exchange)}`),
      ],
      404: async (exchange) => [
        await ask(exchange, 'GET', `${transactions}/${nobody}`),
        await ask(exchange, 'GET', `${transactions}/4711`),
      ],
    },
  },
  listRelatedTransactionsOfAny: {
    good: async (exchange) => request('GET', `${transactions}/${await sent(exchange)}/related`),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'GET', `${transactions}/${await answered(exchange)}/related`)],
      404: async (exchange) => [
        await ask(exchange, 'GET', `${transactions}/${nobody}/related`),
        await ask(exchange, 'GET', `${transactions}/4711/related`),
      ],
    },
  },
  listEventsOfAnyTransaction: {
    good: async (exchange) => request('GET', `${transactions}/${await sent(exchange)}/events`),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'GET', `${transactions}/${await sent(exchange)}/events`),
        await ask(exchange, 'GET', `${transactions}/${await held(exchange)}/events?per_page=1`),
      ],
      404: async (exchange) => [
        await ask(exchange, 'GET', `${transactions}/${nobody}/events`),
        await ask(exchange, 'GET', `${transactions}/4711/events`),
      ],
      422: async (exchange) => [await ask(exchange, 'GET', `${transactions}/${await sent(exchange)}/events?per_page=0&cursor=x`)],
    },
  },
  requeueTransaction: {
    good: async (exchange) => request('POST', `${transactions}/${await failed(exchange)}/requeue`, reason),
    wrongToken,
    own: {
      201: async (exchange) => [await ask(exchange, 'POST', `${transactions}/${await failed(exchange)}/requeue`, reason)],
      403: async (exchange) => {
        const [from, to] = [await idOf(exchange, 'supplier'), await idOf(exchange, 'customer')];
        const path = '/admin/relationships';
        const id = await answered(exchange);
        await exchange.ask({ ...mark(id, { success: false }), token: 'customer' });
        await ask(exchange, 'PUT', path, { from, to, status: 'blocked' });
        const refused = await ask(exchange, 'POST', `${transactions}/${id}/requeue`, reason);
        await ask(exchange, 'PUT', path, { from, to, status: 'active' });
        return [refused];
      },
      404: async (exchange) => [
        await ask(exchange, 'POST', `${transactions}/${nobody}/requeue`, reason),
        await ask(exchange, 'POST', `${transactions}/4711/requeue`, reason),
      ],
      409: async (exchange) => [await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/requeue`, reason)],
      422: async (exchange) => [await ask(exchange, 'POST', `${transactions}/${await failed(exchange)}/requeue`, { reason: ' ', colour: 7 })],
    },
  },
  discardTransaction: {
    good: async (exchange) => request('POST', `${transactions}/${await sent(exchange)}/discard`, reason),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/discard`, reason),
        await ask(exchange, 'POST', `${transactions}/${await held(exchange)}/discard`, reason),
      ],
      404: async (exchange) => [
        await ask(exchange, 'POST', `${transactions}/${nobody}/discard`, reason),
        await ask(exchange, 'POST', `${transactions}/4711/discard`, reason),
      ],
      409: async (exchange) => [await ask(exchange, 'POST', `${transactions}/${await failed(exchange)}/discard`, reason)],
      422: async (exchange) => [await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/discard`, {})],
    },
  },
  moveTransaction: {
    good: async (exchange) =>
      request('POST', `${transactions}/${await sent(exchange)}/move`, { ...reason, participant: await newParticipant(exchange) }),
    wrongToken,
    own: {
      201: async (exchange) => {
        const id = await sent(exchange);
        const to = await moved(exchange, 'customer');
        const path = `${transactions}/${id}/move`;
        return [await ask(exchange, 'POST', path, to), await ask(exchange, 'POST', path, to)];
      },
      403: async (exchange) => {
        const [from, to] = [await idOf(exchange, 'customer'), await newParticipant(exchange)];
        await ask(exchange, 'PUT', '/admin/relationships', { from, to, status: 'blocked' });
        return [await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/move`, { ...reason, participant: to })];
      },
      404: async (exchange) => [
        await ask(exchange, 'POST', `${transactions}/${nobody}/move`, await moved(exchange, 'customer')),
        await ask(exchange, 'POST', `${transactions}/4711/move`, await moved(exchange, 'customer')),
      ],
      409: async (exchange) => {
        const id = await sent(exchange);
        await exchange.ask(mark(id, { success: true }));
        return [await ask(exchange, 'POST', `${transactions}/${id}/move`, await moved(exchange, 'customer'))];
      },
      422: async (exchange) => [
        await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/move`, { participant: nobody, reason: 'x' }),
        await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/move`, await moved(exchange, 'supplier')),
        await ask(exchange, 'POST', `${transactions}/${await sent(exchange)}/move`, { colour: 'red', reason: ' ' }),
      ],
    },
  },

  getStatistics: {
    good: () => request('GET', days('2026-01-01', '2026-02-01')),
    wrongToken,
    own: {
      200: async (exchange) => {
        await failed(exchange);
        const from = new Date(Date.now() - 86400_000).toISOString();
        const to = new Date(Date.now() + 86400_000).toISOString();
        const participant = await idOf(exchange, 'customer');
        return [
          await ask(exchange, 'GET', days(from, to)),
          await ask(exchange, 'GET', days(from, to, `&step=hour&participant=${participant}`)),
          await ask(exchange, 'GET', days(from, to, '&flow=TEST')),
        ];
      },
      422: async (exchange) => [
        await ask(exchange, 'GET', '/admin/statistics?step=year&flow=NONE&participant=x'),
        await ask(exchange, 'GET', days('2026-02-01', '2026-01-01')),
      ],
    },
  },

  addOperator: {
    good: () => request('POST', operators, { name: 'Nachtschicht' }),
    wrongToken,
    own: {
      201: async (exchange) => [await ask(exchange, 'POST', operators, { name: 'Nachtschicht' })],
      422: async (exchange) => [await ask(exchange, 'POST', operators, { name: '', colour: 'red' })],
    },
  },
  listOperators: {
    good: () => request('GET', operators),
    wrongToken,
    own: {
      200: async (exchange) => {
        await newOperator(exchange);
        return pagesOf(exchange, operators);
      },
      422: (exchange) => badList(exchange, operators),
    },
  },
  removeOperator: {
    good: async (exchange) => request('DELETE', `${operators}/${(await newOperator(exchange)).id}`),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'DELETE', `${operators}/${(await newOperator(exchange)).id}`)],
      404: async (exchange) => [
        await ask(exchange, 'DELETE', `${operators}/${nobody}`),
        await ask(exchange, 'DELETE', `${operators}/4711`),
      ],
      409: async (exchange) => {
        const { items } = JSON.parse((await ask(exchange, 'GET', `${operators}?per_page=100`)).body);
        const own = items.find(({ name }) => name === 'of the configuration');
        for (const { id } of items.filter(({ id }) => id !== own.id)) await ask(exchange, 'DELETE', `${operators}/${id}`);
        return [await ask(exchange, 'DELETE', `${operators}/${own.id}`)];
      },
    },
  },

  getSettings: {
    good: () => request('GET', '/admin/settings'),
    wrongToken,
    own: { 200: async (exchange) => [await ask(exchange, 'GET', '/admin/settings')] },
  },
  putNetworkSetting: network.put,
  getRetention: retention.get,
  putRetention: retention.put,
  getWebhookTargets: targets.get,
  putWebhookTargets: targets.put,

  addSsccRange: {
    good: async (exchange) => request('POST', ranges, await newRange(exchange)),
    wrongToken,
    own: {
      201: async (exchange) => [await ask(exchange, 'POST', ranges, await newRange(exchange))],
      422: async (exchange) => [
        await ask(exchange, 'POST', ranges, { participant: nobody, prefix: 'x', end: -1 }),
        await ask(exchange, 'POST', ranges, { ...(await newRange(exchange)), prefix: '1' }),
      ],
    },
  },
  listSsccRanges: {
    good: () => request('GET', ranges),
    wrongToken,
    own: {
      200: async (exchange) => {
        await ask(exchange, 'POST', ranges, await newRange(exchange));
        await ask(exchange, 'POST', ranges, await newRange(exchange));
        return pagesOf(exchange, ranges);
      },
      422: (exchange) => badList(exchange, ranges),
    },
  },
};

// Webhooks of the supplier, whom nobody answers: what calls them is tested elsewhere.
import { get, json, nobody, order, sent } from './requests.mjs';

const path = '/v2/profile/webhooks';
const url = 'http://127.0.0.1:9/in';
const wrongToken = 'customer-sends';
const request = (method, at, body) => ({ method, path: at, token: 'supplier', body: body && json(body) });
const ask = (exchange, method, at, body) => exchange.ask(request(method, at, body));
const webhooksMany = 15;

async function allow(exchange, targets = ['127.0.0.1', '*.example.org']) {
  await exchange.ask({ method: 'PUT', path: '/admin/webhook-targets', token: 'operator', body: json({ targets }) });
}

/** Adds one, and gives its id; those of before go when they are many. */
async function hook(exchange) {
  await allow(exchange);
  const { data } = JSON.parse((await ask(exchange, 'GET', path)).body);
  if (data.length > webhooksMany) for (const { id } of data) await ask(exchange, 'DELETE', `${path}/${id}`);
  return JSON.parse((await ask(exchange, 'POST', path, { url })).body).id;
}

const below = async (exchange, more = '') => `${path}/${await hook(exchange)}${more}`;

const unknown = (method, more = '', body) => async (exchange) => [
  await ask(exchange, method, `${path}/${nobody}${more}`, body),
  await ask(exchange, method, `${path}/4711${more}`, body),
];

const redelivery = (id) => ({ method: 'POST', path: `/admin/webhooks/${id}/redeliver`, token: 'operator' });

/** Waits until a call of one has failed. */
async function failing(exchange) {
  const at = await below(exchange, '/deliveries');
  await sent(exchange, order());
  for (;;) {
    const answer = await ask(exchange, 'GET', at);
    const { deliveries, failingSince, nextTryAt } = JSON.parse(answer.body).data;
    if (deliveries.length > 0 && failingSince && nextTryAt) return answer;
  }
}

const later = (deliveries, id) => `${path}/${id}/deliveries/${deliveries[0].id}/replay`;

/** The path that sends the event of a failed call again. */
async function failedCall(exchange) {
  const { id, deliveries } = JSON.parse((await failing(exchange)).body).data;
  return later(deliveries, id);
}

/** The path that would send a test again. */
async function calledTest(exchange) {
  const id = await hook(exchange);
  const { data } = JSON.parse((await ask(exchange, 'POST', `${path}/${id}/test`)).body);
  return later([data], id);
}

/** One that calls the exchange itself, which has no such path. */
async function answered(exchange) {
  await allow(exchange);
  return JSON.parse((await ask(exchange, 'POST', path, { url: `http://127.0.0.1:${exchange.port}/in` })).body).id;
}

export const ofWebhooks = {
  addWebhook: {
    good: async (exchange) => {
      await hook(exchange);
      return request('POST', path, { url });
    },
    wrongToken,
    own: {
      201: async (exchange) => {
        await hook(exchange);
        return [
          await ask(exchange, 'POST', path, { url }),
          await ask(exchange, 'POST', path, { url, events: ['case.opened', 'transaction.reported'] }),
        ];
      },
      422: async (exchange) => [
        await ask(exchange, 'POST', path, { events: ['all', 7], colour: 'red' }),
        await ask(exchange, 'POST', path, { url: 'http://10.0.0.1/', events: [] }),
      ],
    },
  },
  listWebhooks: {
    good: () => request('GET', path),
    wrongToken,
    own: {
      200: async (exchange) => {
        await failing(exchange);
        await hook(exchange);
        return [await ask(exchange, 'GET', path)];
      },
    },
  },
  changeWebhook: {
    good: async (exchange) => request('PUT', await below(exchange), { secret: 'new' }),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'PUT', await below(exchange), { secret: 'new' }),
        await ask(exchange, 'PUT', await below(exchange), { url, events: ['case.opened'] }),
        await ask(exchange, 'PUT', await below(exchange), {}),
      ],
      404: unknown('PUT', '', {}),
      422: async (exchange) => [await ask(exchange, 'PUT', await below(exchange), { url: 'x', secret: 'old', colour: 7 })],
    },
  },
  removeWebhook: {
    good: async (exchange) => request('DELETE', await below(exchange)),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'DELETE', await below(exchange))],
      404: unknown('DELETE'),
    },
  },
  redeliverWebhookEvents: {
    good: async (exchange) => request('POST', await below(exchange, '/redeliver')),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'POST', await below(exchange, '/redeliver'))],
      404: unknown('POST', '/redeliver'),
      422: async (exchange) => {
        const at = await below(exchange, '/redeliver');
        await allow(exchange, []);
        return [await ask(exchange, 'POST', at)];
      },
    },
  },
  testWebhook: {
    good: async (exchange) => request('POST', await below(exchange, '/test')),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'POST', await below(exchange, '/test')),
        await ask(exchange, 'POST', `${path}/${await answered(exchange)}/test`),
      ],
      404: unknown('POST', '/test'),
    },
  },
  listWebhookDeliveries: {
    good: async (exchange) => request('GET', await below(exchange, '/deliveries')),
    wrongToken,
    own: {
      200: async (exchange) => {
        const { id } = JSON.parse((await failing(exchange)).body).data;
        const at = `${path}/${id}/deliveries`;
        await ask(exchange, 'POST', `${path}/${id}/test`);
        const first = await ask(exchange, 'GET', `${at}?per_page=1`);
        const next = new URL(JSON.parse(first.body).data.nextPageUrl);
        return [
          await ask(exchange, 'GET', await below(exchange, '/deliveries')),
          await failing(exchange),
          first,
          await ask(exchange, 'GET', next.pathname + next.search),
          await ask(exchange, 'GET', `${at}?filter[outcome]=taken&filter[event]=${nobody}`),
        ];
      },
      404: unknown('GET', '/deliveries'),
      422: async (exchange) => [
        await ask(exchange, 'GET', await below(exchange, '/deliveries?filter[outcome]=lost&filter[event]=x&per_page=0&cursor=x')),
        await ask(exchange, 'GET', await below(exchange, '/deliveries?filter[colour]=red')),
      ],
    },
  },
  replayWebhookEvent: {
    good: async (exchange) => request('POST', await failedCall(exchange)),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'POST', await failedCall(exchange))],
      404: async (exchange) => [
        await ask(exchange, 'POST', await below(exchange, `/deliveries/${nobody}/replay`)),
        await ask(exchange, 'POST', await below(exchange, '/deliveries/4711/replay')),
        await ask(exchange, 'POST', `${path}/${nobody}/deliveries/${nobody}/replay`),
      ],
      409: async (exchange) => [await ask(exchange, 'POST', await calledTest(exchange))],
    },
  },

  redeliverEventsOfWebhook: {
    good: async (exchange) => redelivery(await hook(exchange)),
    wrongToken: 'customer',
    own: {
      200: async (exchange) => [await exchange.ask(redelivery(await hook(exchange)))],
      404: async (exchange) => [await exchange.ask(redelivery(nobody)), await exchange.ask(redelivery('4711'))],
      422: async (exchange) => {
        const id = await hook(exchange);
        await allow(exchange, []);
        return [await exchange.ask(redelivery(id))];
      },
    },
  },
  listWebhooksOfAll: {
    good: () => get('/admin/webhooks', 'operator'),
    wrongToken: 'customer',
    own: {
      200: async (exchange) => {
        await hook(exchange);
        await failing(exchange);
        await hook(exchange);
        const first = await exchange.ask(get('/admin/webhooks?per_page=1', 'operator'));
        const next = new URL(JSON.parse(first.body).nextPageUrl);
        return [
          first,
          await exchange.ask(get(next.pathname + next.search, 'operator')),
          await exchange.ask(get('/admin/webhooks?per_page=100', 'operator')),
          await exchange.ask(get(`/admin/webhooks?filter[participant]=${nobody}`, 'operator')),
          await exchange.ask(get('/admin/webhooks?filter[failing]=true', 'operator')),
        ];
      },
      422: async (exchange) => [await exchange.ask(get('/admin/webhooks?filter[colour]=red&per_page=0&cursor=x', 'operator'))],
    },
  },
};

// The request log: what the programs of a participant asked, and why it was refused.
import { get, nobody, post, send } from './requests.mjs';

const list = '/v2/requests';

const patienceMs = 20_000;

/** The newest refused request of the customer. It is in the list a moment after its answer. */
async function refused(exchange) {
  await exchange.ask(send('{"type": "ORDER"}'));
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const { data } = JSON.parse((await exchange.ask(get(`${list}?filter[outcome]=refused`, 'customer'))).body);
    if (data.requests.length > 0) return data.requests[0];
  }
  throw new Error('a refused request is not in the list');
}
const one = (id) => get(`${list}/${id}`, 'customer');

export const ofRequests = {
  listRequests: {
    good: () => get(list, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await refused(exchange);
        await exchange.ask(get('/v2/ping', 'customer'));
        return [
          await exchange.ask(get(`${list}?filter[outcome]=refused`, 'customer')),
          await exchange.ask(get(list, 'customer')),
          await exchange.ask(get(`${list}?filter[outcome]=succeeded&filter[path_prefix]=/v2/ping`, 'customer')),
          await exchange.ask(get(list, 'customer', { headers: { 'Accept-Language': 'de' } })),
        ];
      },
      422: async (exchange) => [
        await exchange.ask(get(`${list}?filter[outcome]=good&filter[path_prefix]=&filter[status]=422`, 'customer')),
      ],
    },
  },

  getRequest: {
    good: async (exchange) => one((await refused(exchange)).id),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const faulty = await exchange.ask(one((await refused(exchange)).id));
        await exchange.ask(post('/v2/transactions', 'customer', '{"type":'));
        const { data } = JSON.parse((await exchange.ask(get(list, 'customer'))).body);
        const succeeded = data.requests.find(({ status }) => status < 400);
        return [faulty, await exchange.ask(one(data.requests[0].id)), await exchange.ask(one(succeeded.id))];
      },
      404: async (exchange) => [await exchange.ask(one(nobody)), await exchange.ask(one('4711'))],
    },
  },
};

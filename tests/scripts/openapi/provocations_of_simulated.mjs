// Partners that the exchange simulates.
import { startExchange, withoutSimulatedPartners } from './exchange.mjs';
import { get, json, order, post } from './requests.mjs';

const path = '/v2/profile/simulated-partners';
const inTest = 'customer-tests';
const start = (role, body = { speed: 3600 }, token = inTest) => ({ method: 'PUT', path: `${path}/${role}`, token, body: json(body) });
const stop = (role, token = inTest) => ({ method: 'DELETE', path: `${path}/${role}`, token });

const patienceMs = 60_000;
/** The list of the partners as soon as the supplier has done this. */
async function whenSupplierHas(exchange, event) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await exchange.ask(get(path, inTest));
    if (JSON.parse(answer.body).data.partners[0].happenings.some((one) => one.event === event)) return answer;
    if (Date.now() > end) throw new Error(`the simulated supplier has not ${event} within a minute`);
  }
}

/** The request in the LIVE flow, and at an exchange without simulated partners. */
const refused = (request) => async (exchange) => {
  const other = await startExchange([withoutSimulatedPartners]);
  const answers = [await exchange.ask({ ...request(), token: 'customer' }), await other.ask(request())];
  await other.stop();
  return answers;
};

export const ofSimulated = {
  listOwnSimulatedPartners: {
    good: () => get(path, inTest),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const before = await exchange.ask(get(path, 'supplier-tests'));
        const { body } = await exchange.ask(start('supplier', { speed: 86400 }));
        const gln = JSON.parse(body).data.participant.identifiers[0].identifier;
        await exchange.ask(post('/v2/transactions', inTest, order({ gln })));
        const during = await whenSupplierHas(exchange, 'sent');
        await exchange.ask(stop('supplier'));
        return [before, during];
      },
      409: refused(() => get(path, inTest)),
    },
  },
  startOwnSimulatedPartner: {
    good: () => start('supplier'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const answer = await exchange.ask(start('supplier', { speed: 86400, late: 10, partial: 10, rejected: null, twice: 0, newVersion: 0, faulty: 0 }));
        await exchange.ask(stop('supplier'));
        return [answer];
      },
      404: async (exchange) => [await exchange.ask(start('warehouse'))],
      409: async (exchange) => {
        const { body } = await exchange.ask(start('buyer', { ordersADay: 0 }, 'supplier-tests'));
        await exchange.ask(stop('buyer', 'supplier-tests'));
        await exchange.ask({ method: 'DELETE', path: `/admin/participants/${JSON.parse(body).data.participant.id}?pending=fail`, token: 'operator' });
        const closed = await exchange.ask(start('buyer', {}, 'supplier-tests'));
        return [...(await refused(() => start('supplier'))(exchange)), closed];
      },
      422: async (exchange) => [
        await exchange.ask(start('buyer', { speed: 0, ordersADay: 51, late: 101, colour: 'red' })),
        await exchange.ask(start('supplier', { speed: '1' })),
      ],
    },
  },
  stopOwnSimulatedPartner: {
    good: async (exchange) => {
      await exchange.ask(start('supplier'));
      return stop('supplier');
    },
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await exchange.ask(start('supplier'));
        const first = await exchange.ask(stop('supplier'));
        await whenSupplierHas(exchange, 'ended');
        return [first, await exchange.ask(stop('supplier'))];
      },
      404: async (exchange) => [await exchange.ask(stop('warehouse'))],
      409: refused(() => stop('supplier')),
    },
  },
};

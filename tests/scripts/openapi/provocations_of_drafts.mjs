// Documents that people have begun.
import { get, json, nobody } from './requests.mjs';

const path = '/v2/drafts';
const draft = { kind: 'INVOICE', name: 'Invoice 4711', partner: 'Nordmark', document: '{"header":' };
const request = (method, at, body, token = 'customer') => ({ method, path: at, token, body: body && json(body) });
const ask = (exchange, ...of) => exchange.ask(request(...of));
const begun = async (exchange) => JSON.parse((await ask(exchange, 'POST', path, draft)).body).data.id;
const below = async (exchange) => `${path}/${await begun(exchange)}`;
const unknown = (method, body) => async (exchange) => [
  await ask(exchange, method, `${path}/${nobody}`, body),
  await ask(exchange, method, `${path}/4711`, body),
];
const draftsMax = 200;
const bytesMax = 1_048_576;

/** Begins drafts until one is refused, and removes them all. */
async function refusedWhenFull(exchange) {
  let answer = await ask(exchange, 'POST', path, draft, 'supplier');
  for (let count = 0; count < draftsMax && answer.status === 201; count += 1) {
    answer = await ask(exchange, 'POST', path, draft, 'supplier');
  }
  for (const { id } of JSON.parse((await exchange.ask(get(path, 'supplier'))).body).data.drafts) {
    await ask(exchange, 'DELETE', `${path}/${id}`, undefined, 'supplier');
  }
  return answer;
}

const faulty = { kind: 'LETTER', name: 'x'.repeat(201), transactionId: '4711', colour: 'red' };
const tooLarge = { ...draft, document: 'x'.repeat(bytesMax + 1) };

export const ofDrafts = {
  listDrafts: {
    good: () => get(path, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await begun(exchange);
        return [await exchange.ask(get(path, 'customer')), await exchange.ask(get(path, 'supplier'))];
      },
    },
  },
  addDraft: {
    good: () => request('POST', path, draft),
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => [
        await ask(exchange, 'POST', path, draft),
        await ask(exchange, 'POST', path, { kind: 'ORDER', document: '', transactionId: nobody, caseId: nobody }),
      ],
      409: async (exchange) => [await refusedWhenFull(exchange)],
      422: async (exchange) => [await ask(exchange, 'POST', path, faulty), await ask(exchange, 'POST', path, tooLarge)],
    },
  },
  getDraft: {
    good: async (exchange) => get(await below(exchange), 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => [await exchange.ask(get(await below(exchange), 'customer'))],
      404: unknown('GET'),
    },
  },
  putDraft: {
    good: async (exchange) => request('PUT', await below(exchange), { ...draft, revision: 1 }),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => [await ask(exchange, 'PUT', await below(exchange), { ...draft, revision: 1 })],
      404: unknown('PUT', { ...draft, revision: 1 }),
      409: async (exchange) => {
        const at = await below(exchange);
        await ask(exchange, 'PUT', at, { ...draft, revision: 1 });
        return [await ask(exchange, 'PUT', at, { ...draft, document: '{}', revision: 1 })];
      },
      422: async (exchange) => [await ask(exchange, 'PUT', await below(exchange), { ...faulty, revision: 0 })],
    },
  },
  removeDraft: {
    good: async (exchange) => request('DELETE', await below(exchange)),
    wrongToken: 'customer-reads',
    own: {
      200: async (exchange) => [await ask(exchange, 'DELETE', await below(exchange))],
      404: unknown('DELETE'),
    },
  },
};

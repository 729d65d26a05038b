// Cases, and documents that go out once more.
import { keysOfOneParticipant } from './exchange.mjs';
import { get, held, json, mark, newNumber, nobody, order, post, send, sent } from './requests.mjs';

const cases = '/v2/errors';
const ofAll = '/admin/cases';
const transactions = '/v2/all-transactions';
const key = (text) => ({ headers: { 'Idempotency-Key': text } });
const patch = (path, token, body) => ({ method: 'PATCH', path, token, body: json(body) });

const error = (more = {}) =>
  json({ errorReason: 'no price', errorContext: { line: '10' }, transactionIdentifier: newNumber(), transactionType: 'ORDER', ...more });

/** An order that the supplier could not process: its id, and its case's. */
async function failed(exchange, document = order(), token = 'customer') {
  const sending = await exchange.ask(post('/v2/transactions', token, document));
  const id = JSON.parse(sending.body)[exchange.idName];
  const { body } = await exchange.ask(mark(id, { success: false, reason: 'unknown GTIN' }));
  return { id, case: new URL(JSON.parse(body).data.errorUrl).pathname.split('/').pop() };
}

async function rejectedCase(exchange) {
  const faulty = json({ type: 'ORDER', content: { header: { orderIdentifier: newNumber() }, items: [{ quantity: '7' }] } });
  return new URL(JSON.parse((await exchange.ask(send(faulty))).body).errorUrl).pathname.split('/').pop();
}

async function pagesOf(exchange, path, token) {
  const first = await exchange.ask(get(`${path}?per_page=1`, token));
  const url = new URL(JSON.parse(first.body).nextPageUrl);
  return [
    first,
    await exchange.ask(get(url.pathname + url.search, token)),
    await exchange.ask(get(`${path}?per_page=100`, token)),
    await exchange.ask(get(`${path}?filter[status]=resolved`, token)),
  ];
}

const listing = (path, token, wrongToken) => ({
  good: () => get(path, token),
  wrongToken,
  own: {
    200: async (exchange) => {
      const { id } = await failed(exchange);
      await failed(exchange);
      await rejectedCase(exchange);
      await exchange.ask(post(cases, 'customer', error()));
      await exchange.ask(mark(id, { success: true }));
      return pagesOf(exchange, path, token);
    },
    422: async (exchange) => [await exchange.ask(get(`${path}?filter[status]=new&filter[turn]=mine&cursor=x&per_page=0`, token))],
  },
});

const changing = (path, token, tokenOfSender, wrongToken, more) => ({
  good: async (exchange) => patch(`${path}/${(await failed(exchange)).case}`, token, { comment: 'seen' }),
  wrongToken,
  own: {
    200: async (exchange) => {
      const at = `${path}/${(await failed(exchange)).case}`;
      return [
        await exchange.ask(patch(at, token, { comment: 'seen', status: 'resolved', revision: 1, ...more })),
        await exchange.ask(patch(at, token, { status: 'open', comment: null })),
        await exchange.ask(patch(`${path}/${await rejectedCase(exchange)}`, tokenOfSender, { status: 'resolved' })),
      ];
    },
    404: async (exchange) => [
      await exchange.ask(patch(`${path}/${nobody}`, token, { comment: 'seen' })),
      await exchange.ask(patch(`${path}/4711`, token, { comment: 'seen' })),
    ],
    409: async (exchange) => [await exchange.ask(patch(`${path}/${(await failed(exchange)).case}`, token, { comment: 'seen', revision: 7 }))],
    422: async (exchange) => {
      const at = `${path}/${(await failed(exchange)).case}`;
      return [
        await exchange.ask(patch(at, token, {})),
        await exchange.ask(patch(at, token, { comment: ' ', status: 'new', revision: 1.5, colour: 'red' })),
        await exchange.ask(patch(at, token, [])),
      ];
    },
  },
});

// Until all keys of the participant are in use; gives the refusal.
async function withEveryKey(ask) {
  for (let count = 0; ; count += 1) {
    const answer = await ask(`full-${count}`);
    if (answer.status !== 201 || count > keysOfOneParticipant) return [answer];
  }
}

export const ofCases = {
  listCases: listing(cases, 'customer', 'customer-sends'),

  postError: {
    good: () => post(cases, 'customer', error()),
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => {
        const body = error();
        return [
          await exchange.ask(post(cases, 'customer', body, key('error'))),
          await exchange.ask(post(cases, 'customer', body, key('error'))),
          await exchange.ask(post(cases, 'customer', error({ errorType: 'INTERNAL', unknown: 1, errorContext: null }))),
        ];
      },
      400: async (exchange) => [await exchange.ask(post(cases, 'customer', error(), key('x'.repeat(256))))],
      422: async (exchange) => {
        await exchange.ask(post(cases, 'customer', error(), key('used error')));
        return [
          await exchange.ask(post(cases, 'customer', json({ errorType: 'BAD', errorContext: { line: 10 }, transactionType: 'LETTER' }))),
          await exchange.ask(post(cases, 'customer', error(), key('used error'))),
        ];
      },
      429: (exchange) => withEveryKey((name) => exchange.ask(post(cases, 'keyed', error(), key(name)))),
    },
  },

  changeCase: changing(cases, 'supplier', 'customer', 'customer-reads', {}),

  requeueOwnTransaction: {
    good: async (exchange) => ({ method: 'POST', path: `${transactions}/${(await failed(exchange)).id}/requeue`, token: 'customer' }),
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => {
        const path = `${transactions}/${(await failed(exchange)).id}/requeue`;
        return [
          await exchange.ask({ method: 'POST', path, token: 'supplier', ...key('requeue') }),
          await exchange.ask({ method: 'POST', path, token: 'supplier', ...key('requeue') }),
        ];
      },
      400: async (exchange) => [
        await exchange.ask({ method: 'POST', path: `${transactions}/${(await failed(exchange)).id}/requeue`, token: 'customer', ...key('x'.repeat(256)) }),
      ],
      403: async (exchange) => {
        const { id } = await failed(exchange);
        const partner = JSON.parse((await exchange.ask(get(`${transactions}/${id}`, 'supplier'))).body).data.sender.id;
        const put = (status) => exchange.ask({ method: 'PUT', path: `/v2/trade-partners/${partner}`, token: 'supplier', body: json({ status }) });
        await put('blocked');
        const refused = await exchange.ask({ method: 'POST', path: `${transactions}/${id}/requeue`, token: 'customer' });
        await put('active');
        return [refused, await exchange.ask({ method: 'POST', path: `${transactions}/${id}/requeue`, token: 'supplier-sends' })];
      },
      404: async (exchange) => [
        await exchange.ask({ method: 'POST', path: `${transactions}/${nobody}/requeue`, token: 'customer' }),
        await exchange.ask({ method: 'POST', path: `${transactions}/4711/requeue`, token: 'customer' }),
        await exchange.ask({ method: 'POST', path: `${transactions}/${await held(exchange)}/requeue`, token: 'supplier' }),
      ],
      409: async (exchange) => [await exchange.ask({ method: 'POST', path: `${transactions}/${await sent(exchange)}/requeue`, token: 'customer' })],
      422: async (exchange) => {
        const paths = [await failed(exchange), await failed(exchange)].map(({ id }) => `${transactions}/${id}/requeue`);
        const [, second] = [
          await exchange.ask({ method: 'POST', path: paths[0], token: 'customer', ...key('two of them') }),
          await exchange.ask({ method: 'POST', path: paths[1], token: 'customer', ...key('two of them') }),
        ];
        return [second];
      },
      429: async (exchange) => {
        await withEveryKey((name) => exchange.ask(post(cases, 'keyed', error(), key(`for requeue ${name}`))));
        const { id } = await failed(exchange, order({ from: 'keyed' }), 'keyed');
        return [await exchange.ask({ method: 'POST', path: `${transactions}/${id}/requeue`, token: 'keyed', ...key('one more') })];
      },
    },
  },

  listCasesOfAll: listing(ofAll, 'operator', 'customer'),
  getAnyCase: {
    good: async (exchange) => get(`${ofAll}/${(await failed(exchange)).case}`, 'operator'),
    wrongToken: 'customer',
    own: {
      200: async (exchange) => [
        await exchange.ask(get(`${ofAll}/${(await failed(exchange)).case}`, 'operator')),
        await exchange.ask(get(`${ofAll}/${await rejectedCase(exchange)}`, 'operator')),
      ],
      404: async (exchange) => [
        await exchange.ask(get(`${ofAll}/${nobody}`, 'operator')),
        await exchange.ask(get(`${ofAll}/4711`, 'operator')),
      ],
    },
  },
  changeAnyCase: changing(ofAll, 'operator', 'operator', 'customer', { turn: 'operator' }),
};

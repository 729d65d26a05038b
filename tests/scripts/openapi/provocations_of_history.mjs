// What was sent and received, and cases.
import { readFileSync } from 'node:fs';
import { answered, get, held, json, mark, newNumber, nobody, order, post, send, sent } from './requests.mjs';

const list = '/v2/all-transactions';
const statistics = '/v2/statistics';
const badQuery = 'per_page=0&filter[sscc]=4711&filter[status]=OLD&filter[created_between]=2026-03-02,2026-03-01&cursor=x';

/** Sends an invoice that is no XRechnung, because it has no contact, and gives the path of its content. */
async function invoiceOf(exchange, more = '') {
  const example = readFileSync(new URL('../../../examples/invoice/lifelike.json', import.meta.url), 'utf8');
  const document = example.replace(/"invoiceIdentifier": *"[^"]*"/, `${more}"invoiceIdentifier":"${newNumber()}"`);
  const { body } = await exchange.ask(post('/v2/transactions', 'supplier', document));
  return `${list}/${JSON.parse(body)[exchange.idName]}/content`;
}

const derive = (id, type, token) => post(`${list}/${id}/derive`, token, json({ type }));

const followed = async (exchange, path, token) => {
  const page = await exchange.ask(get(path, token));
  const url = new URL(JSON.parse(page.body).nextPageUrl);
  return [page, await exchange.ask(get(url.pathname + url.search, token))];
};

/** The refusal of one request more than may wait for a change at a time; a change ends the others. */
export async function refusedWait(exchange, path, token) {
  const { body } = await exchange.ask(get(path, token));
  const request = get(path, token, { headers: { 'Last-Event-ID': /^id: (\d+)$/m.exec(body)[1] } });
  const answers = Array.from({ length: 11 }, () => exchange.ask(request));
  await Promise.race(answers);
  await sent(exchange);
  return (await Promise.all(answers)).find(({ status }) => status === 429) ?? refusedWait(exchange, path, token);
}

/** A case that a failure opened: its link, as the recipient was given it. */
async function failedCase(exchange) {
  const answer = await exchange.ask(mark(await sent(exchange), { success: false, reason: 'unknown GTIN' }));
  const url = new URL(JSON.parse(answer.body).data.errorUrl);
  return { path: url.pathname, link: url.pathname + url.search };
}

/** One that a document without its parties opened. */
async function rejectedCase(exchange) {
  const faulty = json({ type: 'ORDER', content: { header: { orderIdentifier: newNumber() }, items: [{ quantity: '7' }] } });
  const { pathname } = new URL(JSON.parse((await exchange.ask(send(faulty))).body).errorUrl);
  return { path: pathname };
}

export const ofHistory = {
  getTransactionContent: {
    good: async (exchange) => get(`${list}/${await sent(exchange)}/content`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const path = `${list}/${await sent(exchange)}/content`;
        return [
          await exchange.ask(get(path, 'customer')),
          await exchange.ask(get(`${path}?format=html`, 'supplier')),
          await exchange.ask(get(path, 'supplier', { headers: { Accept: 'application/pdf' } })),
          await exchange.ask(get(`${await invoiceOf(exchange)}?format=cii`, 'customer')),
          await exchange.ask(get(`${path}?format=ubl`, 'customer')),
          await exchange.ask(get(`${path}?format=edifact`, 'customer')),
        ];
      },
      404: async (exchange) => [
        await exchange.ask(get(`${list}/${nobody}/content`, 'customer')),
        await exchange.ask(get(`${list}/4711/content`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}/content`, 'newcomer')),
      ],
      422: async (exchange) => [
        await exchange.ask(get(`${list}/${await sent(exchange)}/content?format=doc`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}/content?format=cii`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}/content?format=peppol`, 'customer')),
        await exchange.ask(get(`${await invoiceOf(exchange)}?format=xrechnung`, 'customer')),
      ],
    },
  },
  listContentLosses: {
    good: async (exchange) => get(`${await invoiceOf(exchange)}/losses?format=cii`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => [
        await exchange.ask(get(`${await invoiceOf(exchange, '"projectCode":"P-7",')}/losses?format=cii`, 'customer')),
      ],
      404: async (exchange) => [
        await exchange.ask(get(`${list}/${nobody}/content/losses?format=cii`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}/content/losses?format=cii`, 'newcomer')),
      ],
      422: async (exchange) => [
        await exchange.ask(get(`${list}/${await sent(exchange)}/content/losses`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}/content/losses?format=cii`, 'customer')),
        await exchange.ask(get(`${await invoiceOf(exchange)}/losses?format=xrechnung`, 'customer')),
      ],
    },
  },
  listAllTransactions: {
    good: () => get(list, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const number = newNumber();
        const id = await sent(exchange, order({ number }));
        await sent(exchange, order({ number, more: { items: [{ lineNumber: 10, quantity: 41, gtin: '4000000000001' }] } }));
        await exchange.ask(mark(id, { success: false, reason: 'too late' }));
        await exchange.ask(mark(await sent(exchange), { success: true }));
        await held(exchange);
        return [
          ...(await followed(exchange, `${list}?per_page=2`, 'customer')),
          await exchange.ask(get(`${list}?per_page=100&filter[direction]=received`, 'supplier')),
          await exchange.ask(get(`${list}?filter[direction]=sent`, 'newcomer')),
          await exchange.ask(get(`${list}?filter[sscc]=395210010000000018`, 'customer')),
          await exchange.ask(get(`${list}?filter[status]=UNKNOWN&filter[type]=ORDER&filter[flow]=LIVE`, 'customer')),
        ];
      },
      422: async (exchange) => [await exchange.ask(get(`${list}?${badQuery}`, 'customer'))],
    },
  },

  getTransaction: {
    good: async (exchange) => get(`${list}/${await sent(exchange)}`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const id = await sent(exchange);
        const before = await exchange.ask(get(`${list}/${id}`, 'supplier'));
        await exchange.ask(mark(id, { success: false, errorType: 'INTERNAL', errorContext: { step: 'import' } }));
        return [
          before,
          await exchange.ask(get(`${list}/${id.toUpperCase()}`, 'customer')),
          await exchange.ask(get(`${list}/${await held(exchange)}`, 'newcomer')),
        ];
      },
      404: async (exchange) => [
        await exchange.ask(get(`${list}/${nobody}`, 'customer')),
        await exchange.ask(get(`${list}/4711`, 'customer')),
        await exchange.ask(get(`${list}/${await sent(exchange)}`, 'newcomer')),
      ],
    },
  },

  listRelatedTransactions: {
    good: async (exchange) => get(`${list}/${await sent(exchange)}/related`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const id = await answered(exchange);
        return [
          await exchange.ask(get(`${list}/${id}/related`, 'customer')),
          await exchange.ask(get(`${list}/${id}/related`, 'supplier')),
        ];
      },
      404: async (exchange) => [
        await exchange.ask(get(`${list}/${nobody}/related`, 'customer')),
        await exchange.ask(get(`${list}/4711/related`, 'customer')),
      ],
    },
  },

  deriveDocument: {
    good: async (exchange) => derive(await sent(exchange), 'ORDER_RESPONSE', 'supplier'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const id = await sent(exchange);
        return [
          await exchange.ask(derive(id, 'SHIPPING_NOTICE', 'supplier')),
          await exchange.ask(derive(id, 'ORDER', 'customer')),
        ];
      },
      404: async (exchange) => [
        await exchange.ask(derive(nobody, 'ORDER_RESPONSE', 'supplier')),
        await exchange.ask(derive('4711', 'ORDER_RESPONSE', 'supplier')),
      ],
      422: async (exchange) => {
        const id = await sent(exchange);
        return [
          await exchange.ask(derive(id, 'ORDER_RESPONSE', 'customer')),
          await exchange.ask(derive(id, 'INVOICE', 'supplier')),
          await exchange.ask(derive(id, 'BILL', 'supplier')),
          await exchange.ask(derive(id, undefined, 'supplier')),
        ];
      },
    },
  },

  listEventsOfTransaction: {
    good: async (exchange) => get(`${list}/${await sent(exchange)}/events`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const id = await sent(exchange);
        await exchange.ask(mark(id, { success: false, reason: 'x'.repeat(10001) }));
        return [
          await exchange.ask(get(`${list}/${id}/events`, 'customer')),
          await exchange.ask(get(`${list}/${id}/events`, 'supplier')),
          ...(await followed(exchange, `${list}/${id}/events?per_page=1`, 'customer')),
        ];
      },
      404: async (exchange) => [
        await exchange.ask(get(`${list}/${nobody}/events`, 'customer')),
        await exchange.ask(get(`${list}/4711/events`, 'customer')),
      ],
      422: async (exchange) => [
        await exchange.ask(get(`${list}/${await sent(exchange)}/events?filter[type]=held&per_page=x`, 'customer')),
      ],
    },
  },

  watchOwnChanges: {
    good: () => get('/v2/changes', 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => [
        await exchange.ask(get('/v2/changes', 'customer')),
        await exchange.ask(get('/v2/changes', 'customer', { headers: { 'Last-Event-ID': '17' } })),
      ],
      429: async (exchange) => [await refusedWait(exchange, '/v2/changes', 'customer')],
    },
  },

  getOwnOverview: {
    good: () => get('/v2/overview', 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await sent(exchange);
        await held(exchange);
        return [
          await exchange.ask(get('/v2/overview', 'supplier')),
          await exchange.ask(get('/v2/overview', 'newcomer')),
        ];
      },
    },
  },

  getOwnStatistics: {
    good: () => get(`${statistics}?from=2026-01-01&to=2026-02-01`, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await sent(exchange);
        const at = (days) => new Date(Date.now() + days * 86400_000).toISOString();
        return [
          await exchange.ask(get(`${statistics}?from=${at(-1)}&to=${at(1)}&step=hour`, 'customer')),
          await exchange.ask(get(`${statistics}?from=${at(-1)}&to=${at(1)}`, 'supplier')),
        ];
      },
      422: async (exchange) => [
        await exchange.ask(get(`${statistics}?step=year&to=soon`, 'customer')),
        await exchange.ask(get(`${statistics}?from=2026-02-01&to=2026-01-01`, 'customer')),
      ],
    },
  },

  getCase: {
    isByAddress: true,
    good: async (exchange) => get((await failedCase(exchange)).path, 'customer'),
    own: {
      200: async (exchange) => {
        const failed = await failedCase(exchange);
        const rejected = await rejectedCase(exchange);
        return [
          await exchange.ask(get(failed.path, 'customer')),
          await exchange.ask(get(failed.link, 'supplier')),
          await exchange.ask(get(failed.link)),
          await exchange.ask(get(failed.link, undefined, { headers: { Accept: 'text/html, */*;q=0.8' } })),
          await exchange.ask(get(rejected.path, 'customer')),
        ];
      },
      401: async (exchange) => {
        const { path } = await failedCase(exchange);
        return [await exchange.ask(get(path)), await exchange.ask(get(path, 'customer-revoked'))];
      },
      403: async (exchange) => [await exchange.ask(get((await failedCase(exchange)).path, 'customer-sends'))],
      404: async (exchange) => {
        const { path } = await failedCase(exchange);
        return [
          await exchange.ask(get(path, 'newcomer')),
          await exchange.ask(get(`/v2/errors/${nobody}`, 'customer')),
          await exchange.ask(get(`${path}?link=AAAA`)),
          await exchange.ask(get(`${path}?link=AAAA`, undefined, { headers: { Accept: 'text/html' } })),
        ];
      },
      406: async (exchange) => [
        await exchange.ask(get((await failedCase(exchange)).link, undefined, { headers: { Accept: 'text/plain' } })),
        await exchange.ask(get((await failedCase(exchange)).path, 'customer', { headers: { Accept: 'text/html' } })),
      ],
    },
  },
};

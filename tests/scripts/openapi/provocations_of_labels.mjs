// Labels of a notice's transport units: each file, by token and by link.
import { parties } from './exchange.mjs';
import { get, newNumber, nobody, post, sent } from './requests.mjs';

const sscc = '395210010002089318';

function notice(units) {
  const party = (identifier) => ({ identifiers: [{ domain: 'GS1', identifier }] });
  const line = { lineNumber: 1, identifiers: [{ identifier: '9521001010016' }], isDepositItem: false, orderedQuantity: 4, shippedQuantity: 4 };
  const unit = { unitIdentifier: sscc, items: [line] };
  const header = {
    supplier: party(parties.supplier),
    buyer: party(parties.customer),
    shippingNoticeIdentifier: newNumber(),
    shippingNoticeDate: '2026-03-05',
    orderIdentifier: '4500',
  };
  return JSON.stringify({ type: 'SHIPPING_NOTICE', content: { header, transportUnits: Array.from({ length: units }, () => unit) } });
}

async function noticeSent(exchange, units = 2) {
  const answer = await exchange.ask(post('/v2/transactions', 'supplier', notice(units)));
  if (answer.status !== 201) throw new Error(`a notice was answered with ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body)[exchange.idName];
}

/** The address of the first unit's label, as the list of what is pending has it. */
async function linkOf(exchange, id, type) {
  const { body } = await exchange.ask(get(`/v2/all-transactions/${id}`, 'customer'));
  const url = new URL(JSON.parse(body).data.content.transportUnits[0].transportLabel[`${type === 'png' ? 'pdf' : type}Url`]);
  // A signature is of all files of a transaction, and no list links to pictures.
  return url.pathname.replace(/\w+$/, type) + url.search;
}

const file = (unit, type) => {
  const path = (id, query = '') => `/v2/labels/${id}${unit}.${type}${query}`;
  return {
    good: async (exchange) => get(path(await noticeSent(exchange)), 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        const id = await noticeSent(exchange);
        const link = await linkOf(exchange, id, type);
        return [
          await exchange.ask(get(path(id), 'customer')),
          await exchange.ask(get(path(id, '?size=A5&dpi=300'), 'supplier')),
          await exchange.ask(get(path(id, type === 'pdf' ? '?sheet=A4' : '?unknown=1'), 'customer')),
          await exchange.ask(get(path(id, link.slice(link.indexOf('?'))))),
          await exchange.ask(get(link)),
        ];
      },
      304: async (exchange) => {
        const at = path(await noticeSent(exchange));
        const { headers } = await exchange.ask(get(at, 'customer'));
        return [await exchange.ask(get(at, 'customer', { headers: { 'If-None-Match': headers.etag } }))];
      },
      404: async (exchange) => [
        await exchange.ask(get(path(nobody), 'customer')),
        await exchange.ask(get(path('4711'), 'customer')),
        await exchange.ask(get(path(await sent(exchange)), 'customer')),
        await exchange.ask(get(path(await noticeSent(exchange)), 'newcomer')),
        await exchange.ask(get(path(await noticeSent(exchange), '?link=AAAA'))),
      ],
      422: async (exchange) => {
        const id = await noticeSent(exchange);
        return [
          await exchange.ask(get(path(id, '?size=A7&dpi=72&sheet=A3'), 'customer')),
          await exchange.ask(get(path(id, '?size=A6&size=A6'), 'customer')),
        ];
      },
    },
  };
};

export const ofLabels = {
  getLabelsAsZpl: file('', 'zpl'),
  getLabelsAsPdf: file('', 'pdf'),
  getLabelAsZpl: file('/0', 'zpl'),
  getLabelAsPdf: file('/0', 'pdf'),
  getLabelAsPng: file('/0', 'png'),
};

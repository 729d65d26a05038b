// What provocations have in common: requests, documents, and ids of what they are about.
import { parties } from './exchange.mjs';

export const nobody = '018f0000-0000-7000-8000-000000000000';
let counter = 0;
/** A word that nothing else has. */
export const newWord = (prefix) => `${prefix}${(counter += 1)}`;
export const newNumber = () => newWord('4500');

export function order({ from = 'customer', to = 'supplier', gln = parties[to], number = newNumber(), more = {} } = {}) {
  return JSON.stringify({
    type: 'ORDER',
    content: {
      header: {
        buyer: { identifiers: [{ domain: 'GS1', identifier: parties[from] }] },
        supplier: { identifiers: [{ domain: 'GS1', identifier: gln }] },
        orderIdentifier: number,
        orderDate: '2026-03-02',
      },
      items: [{ lineNumber: 10, quantity: 40 }],
      ...more,
    },
  });
}

/** The same order without its date. */
export const withoutDate = (document) => document.replace(',"orderDate":"2026-03-02"', '');

export const get = (path, token, more = {}) => ({ method: 'GET', path, token, ...more });
export const post = (path, token, body, more = {}) => ({ method: 'POST', path, token, body, ...more });
export const json = JSON.stringify;

export const send = (body, more = {}) => post('/v2/transactions', 'customer', body, more);

/** An order as a message of EDIFACT, without its head and end. */
export const orderMessage = ({ quantity }) =>
  `BGM+220+${newNumber()}'DTM+137:20260302:102'NAD+BY+${parties.customer}::9'NAD+SU+${parties.supplier}::9'` +
  `LIN+10++9521001000000:SRV'QTY+21:${quantity}:PCE'UNS+S'`;

/** Sends an interchange of the customer. */
export function interchange(messages) {
  const whole = messages.map((message, at) => {
    const segments = message.split("'").length + 1;
    return `UNH+${at + 1}+ORDERS:D:01B:UN'${message}UNT+${segments}+${at + 1}'`;
  });
  const text = `UNB+UNOC:3+A+B+260302:0910+1'${whole.join('')}UNZ+${messages.length}+1'`;
  return send(text, { headers: { 'Content-Type': 'application/edifact' } });
}

/** Sends an order to the supplier and gives its id. */
export async function sent(exchange, document = order()) {
  return idIn(exchange, await exchange.ask(send(document)), 201);
}

/** Sends one that is held, and gives its id. */
export async function held(exchange) {
  return idIn(exchange, await exchange.ask(post('/v2/transactions', 'newcomer', order({ from: 'newcomer' }))), 202);
}

function idIn(exchange, answer, status) {
  if (answer.status !== status) throw new Error(`sending was answered with ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body)[exchange.idName];
}

/** The recipient's word on one. */
export const mark = (id, body, method = 'POST') => ({
  method,
  path: `/v2/transactions/${id}`,
  token: 'supplier',
  body: json(body),
});

/** The id of a response to an order of the customer, which the supplier sent. */
export async function answered(exchange, number = newNumber()) {
  const document = order({ number });
  await sent(exchange, document);
  const { content } = JSON.parse(document);
  const header = { ...content.header, type: 'REJECT', orderResponseIdentifier: newNumber(), orderResponseDate: '2026-03-03' };
  const { body } = await exchange.ask({ ...send(json({ type: 'ORDER_RESPONSE', content: { header } })), token: 'supplier' });
  return JSON.parse(body)[exchange.idName];
}

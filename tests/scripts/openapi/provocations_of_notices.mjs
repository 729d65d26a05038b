// Work that waits, and the messages about it.
import { startMailServer } from '../console/mail_server.mjs';
import { mailOptions, startExchange } from './exchange.mjs';
import { asPerson, byCustomer, byOperator, joined, ofPerson, row, withCookie } from './provocations_of_people.mjs';
import { json, mark, order, send } from './requests.mjs';

const path = '/v2/me/subscriptions';
const wanted = { subscriptions: [{ about: 'case_waits', rhythm: 'immediately' }], unreadAfterHours: 24, flows: ['LIVE'] };
const unsubscribing = (link) => ({ method: 'POST', path: `/v2/unsubscribe/${link}` });

/** Asks an exchange that sends e-mail. */
async function withMail(options, ask) {
  const exchange = await startExchange(options);
  const answers = await ask(exchange);
  await exchange.stop();
  return answers;
}

/** Unsubscribes by the link in a message from a real mail server. */
async function unsubscribed() {
  const server = await startMailServer();
  const options = [...mailOptions.slice(2), '--mail-server', `smtp://127.0.0.1:${server.port}`];
  const answers = await withMail(options, async (exchange) => {
    const person = await joined(exchange);
    await exchange.ask(await withCookie(exchange, person, { method: 'PUT', path, body: json(wanted) }));
    const { body } = await exchange.ask(send(order()));
    await exchange.ask(mark(JSON.parse(body).platformTransactionId, { success: false, reason: 'unknown GTIN' }));
    let link;
    while (!link) link = (await server.next()).match(/^List-Unsubscribe: <.*\/v2\/unsubscribe\/([^>]+)>/m)?.[1];
    return [await exchange.ask(unsubscribing(link))];
  });
  server.stop();
  return answers;
}

export const ofNotices = {
  listNotices: row({ good: () => byCustomer('GET', '/v2/notices'), wrongToken: 'customer-sends' }),
  listOperatorsNotices: row({ good: () => byOperator('GET', '/admin/notices'), wrongToken: 'customer' }),
  getExchangeHealth: row({ good: () => byOperator('GET', '/admin/health'), wrongToken: 'customer' }),
  getOwnSubscriptions: row({
    good: asPerson('GET', path),
    own: { 401: async (exchange) => [await exchange.ask({ method: 'GET', path })] },
  }),
  putOwnSubscriptions: row({
    good: asPerson('PUT', path, wanted),
    status: 409,
    own: {
      ...ofPerson(asPerson('PUT', path, wanted)),
      200: () =>
        withMail(mailOptions, async (exchange) => [await exchange.ask(await asPerson('PUT', path, wanted)(exchange))]),
      422: () =>
        withMail(mailOptions, async (exchange) => [
          await exchange.ask(await asPerson('PUT', path, { subscriptions: [{ about: 'rain', rhythm: 'daily' }], unreadAfterHours: 0 })(exchange)),
        ]),
    },
  }),
  getUnsubscribePage: row({ good: () => ({ method: 'GET', path: '/v2/unsubscribe/a' }), status: 302, isByAddress: true }),
  unsubscribe: row({ good: () => unsubscribing('a'), status: 404, isByAddress: true, own: { 204: unsubscribed } }),
};

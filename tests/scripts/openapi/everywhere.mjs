// How a status is provoked that every operation of a sort answers alike: from its good request.
import { connectionsOfOneAddress, startExchange } from './exchange.mjs';
import { holdConnections } from './wire.mjs';

const bodyTooLarge = 20 * 1024 * 1024;
const headTooLarge = 20 * 1024;

const withHeaders = (request, headers) => ({ ...request, headers: { ...request.headers, ...headers } });

/** By status: (exchange, the operation's row, its good request) → the answers. */
export const everywhere = {
  400: async (exchange, row, good) => [
    await exchange.ask(withHeaders(good, { Host: 'no host/at all' })),
    ...(good.body === undefined ? [] : [await exchange.ask({ ...good, body: '{"type":' })]),
    await exchange.ask({ ...good, path: `${good.path}%` }),
  ],
  401: async (exchange, row, good) => [
    await exchange.ask({ ...good, token: undefined }),
    await exchange.ask({ ...good, token: 'nobody' }),
    await exchange.ask({ ...good, token: 'customer-revoked' }),
  ],
  403: async (exchange, row, good) => [await exchange.ask({ ...good, token: row.wrongToken })],
  406: async (exchange, row, good) => [await exchange.ask(withHeaders(good, { Accept: 'text/html' }))],
  408: async (exchange, row, good) => {
    const { headers, ...rest } = good;
    return [await exchange.ask({ ...rest, body: undefined, headers: { ...headers, 'Content-Length': 10 } })];
  },
  413: async (exchange, row, good) => [
    await exchange.ask({ ...good, body: undefined, headers: { ...good.headers, 'Content-Length': bodyTooLarge } }),
  ],
  415: async (exchange, row, good) => [
    await exchange.ask(withHeaders(good, { 'Content-Type': 'text/plain' })),
    await exchange.ask(withHeaders(good, { 'Content-Encoding': 'gzip' })),
  ],
  417: async (exchange, row, good) => [await exchange.ask(withHeaders(good, { Expect: 'much' }))],
  // Of an exchange that allows little.
  429: async (exchange, row, good) => {
    const bounds = ['--requests-per-second', 1, '--requests-burst', 1, '--requests-without-token', 1];
    exchange.strict ??= startExchange(bounds);
    const strict = await exchange.strict;
    const isByToken = good.token !== 'operator' && !row.isByAddress;
    const asked = isByToken ? good : { ...good, token: undefined };
    let answer;
    do answer = await strict.ask(asked);
    while (answer.status !== 429);
    return [answer];
  },
  431: async (exchange, row, good) => [await exchange.ask(withHeaders(good, { 'X-Long': 'x'.repeat(headTooLarge) }))],
  501: async (exchange, row, good) => [
    await exchange.ask({ ...good, body: undefined, headers: { ...good.headers, 'Transfer-Encoding': 'gzip, chunked' } }),
  ],
  503: async (exchange, row, good) => {
    exchange.crowd ??= holdConnections(exchange.port, connectionsOfOneAddress);
    await exchange.crowd;
    return [await exchange.ask(good)];
  },
};

/** What nothing provokes, and why. */
export const unprovoked = {
  500: 'something of ours would have to be broken',
  'sendDocument 409': 'the first request would have to take longer than 5 s',
  'postError 409': 'the same',
  'putNumberRange 409': 'the store would have to be of an earlier version',
};

// The console, and the sessions of those who use it.
import { get } from './requests.mjs';

const path = '/v2/session';
const begin = (token = 'customer') => ({ method: 'POST', path, token });

async function cookieOf(exchange) {
  const { headers } = await exchange.ask(begin());
  return headers['set-cookie'].split(';')[0];
}

/** By the cookie, and not from the console. */
const fromElsewhere = (method) => async (exchange) => {
  const Cookie = await cookieOf(exchange);
  return [
    await exchange.ask({ method, path, headers: { Cookie } }),
    await exchange.ask({ method, path, headers: { Cookie, 'X-Tradepost-Console': '1', Origin: 'http://evil.example' } }),
  ];
};

export const ofSessions = {
  beginSession: {
    good: () => begin(),
    isByAddress: true,
    own: {
      201: async (exchange) => [await exchange.ask(begin()), await exchange.ask(begin('operator'))],
      403: fromElsewhere('POST'),
    },
  },
  getSession: {
    good: () => get(path, 'customer'),
    isByAddress: true,
    own: {
      200: async (exchange) => [
        await exchange.ask(get(path, 'customer')),
        await exchange.ask(get(path, 'operator')),
        await exchange.ask(get(path, undefined, { headers: { Cookie: await cookieOf(exchange) } })),
      ],
    },
  },
  endSession: {
    good: () => ({ method: 'DELETE', path }),
    own: {
      204: async (exchange) => [
        await exchange.ask({ method: 'DELETE', path }),
        await exchange.ask({
          method: 'DELETE',
          path,
          headers: { Cookie: await cookieOf(exchange), 'X-Tradepost-Console': '1', 'Sec-Fetch-Site': 'same-origin' },
        }),
      ],
      403: fromElsewhere('DELETE'),
    },
  },
};

export const fileOfConsole = async (exchange) => {
  const { body } = await exchange.ask(get('/console'));
  return get(`/${/console\/assets\/[\w.-]+\.js/.exec(body)[0]}`);
};

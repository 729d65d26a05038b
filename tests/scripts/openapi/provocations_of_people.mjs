// People: their sessions, links, roles and invitations.
import { codeOf } from './authenticator.mjs';
import { startWorld } from '../openid/world.mjs';
import { mailOptions, startExchange } from './exchange.mjs';
import { json, newWord, nobody } from './requests.mjs';

export const password = 'vier einfache Worte hier';
const public_ = (path, body) => ({ method: 'POST', path, body: json(body) });
export const byOperator = (method, path, body) => ({ method, path, token: 'operator', body: body && json(body) });
export const byCustomer = (method, path, body) => ({ method, path, token: 'customer', body: body && json(body) });
export const dataOf = (answer) => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body).data;
};

const newPerson = (role, more = {}) => ({ name: 'Anna Berger', email: newWord('anna') + '@example.org', role, ...more });

async function invited(exchange, request) {
  const { person, link } = dataOf(await exchange.ask(request));
  return { person, link: link.split('#')[1] };
}

/** A person who has joined: the id, and what signs in. */
export async function joined(exchange, role = 'clerk', by = byCustomer, path = '/v2/invitations') {
  const who = newPerson(role);
  const { person, link } = await invited(exchange, by('POST', path, who));
  dataOf(await exchange.ask(public_('/v2/links/use', { link, password })));
  return { person, email: who.email, password };
}
/** Whose own account a request is about: a new clerk, or the person of the exchange that is given. */
const owner = (exchange) => exchange.newPerson?.() ?? joined(exchange);
const joinedOperators = (exchange, role = 'operator') => joined(exchange, role, byOperator, '/admin/invitations');

const console_ = { 'X-Tradepost-Console': '1', 'Sec-Fetch-Site': 'same-origin' };
async function cookieOf(exchange, { email, password }) {
  const { headers } = await exchange.ask(public_('/v2/sign-in', { email, password }));
  return [headers['set-cookie']].flat()[0].split(';')[0];
}
export const withCookie = async (exchange, person, request, headers = console_) => ({
  ...request,
  token: undefined,
  headers: { Cookie: await cookieOf(exchange, person), ...headers },
});

const own = async (exchange, flow) => {
  const { id } = dataOf(await exchange.ask({ method: 'GET', path: '/v2/session', token: 'customer' }));
  return { participant: id, flow };
};
const switching = async (exchange, headers) => {
  const to = exchange.place ?? (await own(exchange, 'TEST'));
  return withCookie(exchange, await owner(exchange), public_('/v2/session/switch', to), headers);
};

const changing = (method, path, body) => async (exchange, by, person) =>
  exchange.ask(by(method, path(person ?? (await joined(exchange)).person), body));
const changePerson = changing('PATCH', (id) => `/v2/people/${id}`, { role: 'reader' });
const removePerson = changing('DELETE', (id) => `/v2/people/${id}`);
const changeAccess = changing('PATCH', (id) => `/admin/people/${id}`, { state: 'disabled' });
const erase = changing('DELETE', (id) => `/admin/people/${id}`);

const membershipPath = (person, place = 'operators') => `/admin/people/${person}/memberships/${place}`;

const confirming = (exchange, body, headers) => asPerson('PUT', '/v2/me/confirmation', body)(exchange, headers);
const replacing = (exchange, body, headers) => asPerson('PUT', '/v2/me/password', body)(exchange, headers);

/** A request of a person who has joined. */
export const asPerson = (method, path, body) => async (exchange, headers) =>
  withCookie(exchange, await owner(exchange), { method, path, body: body && json(body) }, headers);
/** The refusals of all requests of people. */
export const ofPerson = (request) => ({
  401: async (exchange) => {
    const { headers, ...without } = await request(exchange);
    return [await exchange.ask(without)];
  },
  403: async (exchange) => [await exchange.ask(await request(exchange, {}))],
});

/** A request that enables the second factor of a person, and what the person has. */
async function enabling(exchange, person, change = {}) {
  const proposing = await withCookie(exchange, person, { method: 'POST', path: '/v2/me/second-factor' });
  const { proof, secret } = dataOf(await exchange.ask(proposing));
  const body = json({ proof, code: codeOf(secret), ...change });
  return { request: { ...proposing, method: 'PUT', body }, secret };
}
async function withSecondFactor(exchange, join = owner) {
  const person = await join(exchange);
  const { request, secret } = await enabling(exchange, person);
  dataOf(await exchange.ask(request));
  const cookie = request.headers;
  return { ...person, secret, cookie };
}

const rulesOfOperators = '/admin/sign-in-rules';
const rulesOfParticipant = '/v2/sign-in-rules';
/** Calls `work` while the operators require a second factor. */
async function whileRequired(exchange, work) {
  const set = async (secondFactor) => dataOf(await exchange.ask(byOperator('PUT', rulesOfOperators, { secondFactor })));
  await set('required');
  try {
    return await work();
  } finally {
    await set('optional');
  }
}

const settingRules = (by, path, wrongToken, manager) =>
  row({
    good: () => by('PUT', path, { secondFactor: 'optional' }),
    wrongToken,
    own: {
      403: async (exchange) => [
        await exchange.ask(await withCookie(exchange, await manager(exchange), by('PUT', path, { secondFactor: 'required' }))),
      ],
      422: async (exchange) => [
        await exchange.ask(by('PUT', path, {})),
        await exchange.ask(by('PUT', path, { secondFactor: 'never', word: 1 })),
      ],
    },
  });

const removingSecondFactor = (by, base) => ({
  good: async (exchange) => by('DELETE', `${base}/${(await withSecondFactor(exchange)).person}/second-factor`),
  own: { 404: async (exchange) => [await exchange.ask(by('DELETE', `${base}/${nobody}/second-factor`))] },
});

const anotherSession = async (exchange, headers) => {
  const person = await owner(exchange);
  await cookieOf(exchange, person);
  const listing = await withCookie(exchange, person, { method: 'GET', path: '/v2/me/sessions' });
  const { sessions } = dataOf(await exchange.ask(listing));
  const { id } = sessions.find(({ isPresent }) => !isPresent);
  return { ...listing, method: 'DELETE', path: `/v2/me/sessions/${id}`, headers: { ...listing.headers, ...console_, ...headers } };
};

const atProvider = () => public_('/v2/sign-in/provider', { email: 'anna.berger@example.org' });

/** The answer of an exchange with providers. */
async function withProviders(request, change = () => undefined) {
  const { exchange, providers, stop } = await startWorld();
  await change(providers);
  const answer = await exchange.ask(typeof request === 'function' ? await request(exchange) : request);
  await stop();
  return [answer];
}

const resetting = (more = {}) => ({ ...public_('/v2/password-resets', { email: 'nn@example.org' }), ...more });

const listing = (path, by) => ({
  good: () => by('GET', path),
  own: {
    200: async (exchange) => {
      await joined(exchange);
      await joined(exchange);
      const first = await exchange.ask(by('GET', `${path}?per_page=1`));
      const url = new URL(JSON.parse(first.body).nextPageUrl);
      return [first, await exchange.ask(by('GET', url.pathname + url.search)), await exchange.ask(by('GET', `${path}?per_page=100`))];
    },
    422: async (exchange) => [await exchange.ask(by('GET', `${path}?filter[colour]=red&per_page=0&cursor=x`))],
  },
});

/** A row whose good answer needs no other request. */
export const row = ({ good, status = 200, own, ...more }) => ({
  good,
  ...more,
  own: { [status]: async (exchange) => [await exchange.ask(await good(exchange))], ...own },
});

export const ofPeople = {
  lookAtProvider: {
    good: () => atProvider(),
    isByAddress: true,
    own: {
      200: () => withProviders(atProvider()),
      403: async (exchange) => [await exchange.ask(await withCookie(exchange, await joined(exchange), atProvider(), {}))],
      406: async (exchange) => [await exchange.ask({ ...atProvider(), headers: { Accept: 'text/html' } })],
      409: async (exchange) => [await exchange.ask(atProvider())],
      422: async (exchange) => [await exchange.ask(public_('/v2/sign-in/provider', { page: 'https://example.org', mail: 7 }))],
      503: () => withProviders(atProvider(), (providers) => providers.leave()),
    },
  },
  getRedirectOfProvider: row({
    good: () => ({ method: 'GET', path: '/v2/sign-in/provider/callback?state=a&code=b' }),
    status: 303,
    isByAddress: true,
  }),
  getWaysToSignIn: row({ good: () => ({ method: 'GET', path: '/v2/sign-in' }), isByAddress: true }),
  requestPasswordReset: {
    good: () => resetting(),
    isByAddress: true,
    own: {
      202: async () => {
        const exchange = await startExchange(mailOptions);
        const answer = await exchange.ask(resetting());
        await exchange.stop();
        return [answer];
      },
      403: async (exchange) => [await exchange.ask(await withCookie(exchange, await joined(exchange), resetting(), {}))],
      406: async (exchange) => [await exchange.ask(resetting({ headers: { Accept: 'text/html' } }))],
      409: async (exchange) => [await exchange.ask(resetting())],
      422: async (exchange) => [await exchange.ask(public_('/v2/password-resets', { mail: 7 }))],
    },
  },
  beginPersonSession: {
    good: async (exchange) => {
      const { email } = await joined(exchange);
      return public_('/v2/sign-in', { email, password });
    },
    isByAddress: true,
    own: {
      200: async (exchange) => {
        const { email } = await joinedOperators(exchange);
        const signIn = () => exchange.ask(public_('/v2/sign-in', { email, password }));
        return whileRequired(exchange, async () => [await signIn()]);
      },
      201: async (exchange) => {
        const { email } = await joined(exchange);
        const operator = await joinedOperators(exchange);
        const careful = await joinedOperators(exchange);
        const settingUp = async () => {
          const begun = { email: careful.email, password };
          const { proof, secret } = dataOf(await exchange.ask(public_('/v2/sign-in', begun)));
          return exchange.ask(public_('/v2/sign-in', { ...begun, proof, code: codeOf(secret) }));
        };
        return [
          await exchange.ask(public_('/v2/sign-in', { email, password })),
          await exchange.ask(public_('/v2/sign-in', { email: operator.email, password })),
          await whileRequired(exchange, settingUp),
        ];
      },
      401: async (exchange) => {
        const { email } = await withSecondFactor(exchange);
        return [
          await exchange.ask(public_('/v2/sign-in', { email: 'nn@example.org', password })),
          await exchange.ask(public_('/v2/sign-in', { email, password })),
          await exchange.ask(public_('/v2/sign-in', { email, password, code: '000000' })),
        ];
      },
      403: async (exchange) => [
        await exchange.ask(await withCookie(exchange, await joined(exchange), public_('/v2/sign-in', { email: 'a', password }), {})),
      ],
      406: async (exchange) => [
        await exchange.ask({ ...public_('/v2/sign-in', { email: 'a@example.org', password }), headers: { Accept: 'text/html' } }),
      ],
      409: () => withProviders(public_('/v2/sign-in', { email: 'anna@strict.example', password })),
      422: async (exchange) => {
        const { email } = await joined(exchange);
        return [
          await exchange.ask(public_('/v2/sign-in', { email: 7, word: 1 })),
          await exchange.ask(public_('/v2/sign-in', { email, password, proof: 'x', code: '000000' })),
        ];
      },
      429: async (exchange) => {
        const guess = () => exchange.ask(public_('/v2/sign-in', { email: 'guessed@example.org', password }));
        for (let attempt = 0; attempt < 10; attempt += 1) await guess();
        return [await guess()];
      },
    },
  },
  beginOtherSession: {
    good: (exchange) => switching(exchange),
    own: {
      201: async (exchange) => [await exchange.ask(await switching(exchange))],
      401: async (exchange) => [await exchange.ask(public_('/v2/session/switch', { flow: 'TEST' }))],
      403: async (exchange) => [await exchange.ask(await switching(exchange, {}))],
      404: async (exchange) => [
        await exchange.ask(await withCookie(exchange, await joined(exchange), public_('/v2/session/switch', { flow: 'LIVE' }))),
      ],
      422: async (exchange) => [
        await exchange.ask(await withCookie(exchange, await joined(exchange), public_('/v2/session/switch', { flow: 'DRY' }))),
      ],
    },
  },
  lookAtLink: {
    good: async (exchange) => {
      const { link } = await invited(exchange, byCustomer('POST', '/v2/invitations', newPerson('clerk')));
      return public_('/v2/links/look', { link });
    },
    isByAddress: true,
    own: {
      200: async (exchange) => {
        const look = async (request) => exchange.ask(public_('/v2/links/look', { link: (await invited(exchange, request)).link }));
        return [
          await look(byCustomer('POST', '/v2/invitations', newPerson('clerk'))),
          await look(byOperator('POST', '/admin/invitations', newPerson('auditor'))),
        ];
      },
      403: async (exchange) => [await exchange.ask(public_('/v2/links/look', { link: 'x' }))],
      406: async (exchange) => [
        await exchange.ask({ ...public_('/v2/links/look', { link: 'x' }), headers: { Accept: 'text/html' } }),
      ],
      422: async (exchange) => [await exchange.ask(public_('/v2/links/look', {}))],
    },
  },
  useLink: row({
    good: async (exchange) => {
      const { link } = await invited(exchange, byCustomer('POST', '/v2/invitations', newPerson('clerk')));
      return public_('/v2/links/use', { link, password });
    },
    isByAddress: true,
    own: {
      403: async (exchange) => [await exchange.ask(public_('/v2/links/use', { link: 'x', password }))],
      406: async (exchange) => [
        await exchange.ask({ ...public_('/v2/links/use', { link: 'x', password }), headers: { Accept: 'text/html' } }),
      ],
      409: () =>
        withProviders(async (exchange) => {
          const who = newPerson('clerk', { email: 'anna@strict.example' });
          const { link } = await invited(exchange, byCustomer('POST', '/v2/invitations', who));
          return public_('/v2/links/use', { link, password });
        }),
      422: async (exchange) => {
        const { link } = await invited(exchange, byCustomer('POST', '/v2/invitations', newPerson('clerk')));
        return [
          await exchange.ask(public_('/v2/links/use', { link, password: 'too short' })),
          await exchange.ask(public_('/v2/links/use', { link, password: 'password-password' })),
          await exchange.ask(public_('/v2/links/use', { name: ' ' })),
        ];
      },
    },
  }),
  getOwnAccount: row({
    good: async (exchange) => withCookie(exchange, await joined(exchange), { method: 'GET', path: '/v2/me' }),
    own: { 401: async (exchange) => [await exchange.ask({ method: 'GET', path: '/v2/me' })] },
  }),
  changeOwnAccount: row({
    good: asPerson('PATCH', '/v2/me', { language: 'de', timeZone: 'Europe/Berlin' }),
    own: {
      ...ofPerson(asPerson('PATCH', '/v2/me', {})),
      422: async (exchange) => [
        await exchange.ask(await asPerson('PATCH', '/v2/me', { name: ' ', language: 'fr' })(exchange)),
        await exchange.ask(await asPerson('PATCH', '/v2/me', { timeZone: 'Europe/Atlantis' })(exchange)),
      ],
    },
  }),
  listOwnSessions: row({
    good: asPerson('GET', '/v2/me/sessions'),
    own: { 401: async (exchange) => [await exchange.ask({ method: 'GET', path: '/v2/me/sessions' })] },
  }),
  endOwnSessions: row({
    good: asPerson('DELETE', '/v2/me/sessions'),
    status: 204,
    own: ofPerson(asPerson('DELETE', '/v2/me/sessions')),
  }),
  endOwnSession: row({
    good: (exchange) => anotherSession(exchange),
    status: 204,
    own: {
      ...ofPerson(asPerson('DELETE', `/v2/me/sessions/${nobody}`)),
      404: async (exchange) => [await exchange.ask(await asPerson('DELETE', `/v2/me/sessions/${nobody}`)(exchange))],
    },
  }),
  proposeSecondFactor: row({
    good: asPerson('POST', '/v2/me/second-factor'),
    own: ofPerson(asPerson('POST', '/v2/me/second-factor')),
  }),
  enableSecondFactor: row({
    good: async (exchange) => (await enabling(exchange, await owner(exchange))).request,
    own: {
      ...ofPerson(asPerson('PUT', '/v2/me/second-factor', { proof: 'x', code: 'x' })),
      409: async (exchange) => {
        const { cookie: headers } = await withSecondFactor(exchange);
        const body = json({ proof: 'x', code: 'x' });
        return [await exchange.ask({ method: 'PUT', path: '/v2/me/second-factor', headers, body })];
      },
      422: async (exchange) => [
        await exchange.ask((await enabling(exchange, await joined(exchange), { code: '000000' })).request),
        await exchange.ask((await enabling(exchange, await joined(exchange), { proof: 'x' })).request),
        await exchange.ask(await asPerson('PUT', '/v2/me/second-factor', {})(exchange)),
      ],
    },
  }),
  endSecondFactor: row({
    good: async (exchange) => {
      const { cookie: headers } = await withSecondFactor(exchange);
      return { method: 'DELETE', path: '/v2/me/second-factor', headers };
    },
    status: 204,
    own: {
      ...ofPerson(asPerson('DELETE', '/v2/me/second-factor')),
      404: async (exchange) => [await exchange.ask(await asPerson('DELETE', '/v2/me/second-factor')(exchange))],
      409: async (exchange) => {
        const { cookie: headers } = await withSecondFactor(exchange, joinedOperators);
        const end = () => exchange.ask({ method: 'DELETE', path: '/v2/me/second-factor', headers });
        return whileRequired(exchange, async () => [await end()]);
      },
    },
  }),
  removeSecondFactor: row({ ...removingSecondFactor(byCustomer, '/v2/people'), wrongToken: 'customer-reads' }),
  removeAnySecondFactor: row({ ...removingSecondFactor(byOperator, '/admin/people'), wrongToken: 'customer' }),
  confirmOwnSession: row({
    good: (exchange) => confirming(exchange, { password }),
    status: 204,
    own: {
      401: async (exchange) => [await exchange.ask(await confirming(exchange, { password: 'a wrong password' }))],
      403: async (exchange) => [await exchange.ask(await confirming(exchange, { password }, {}))],
      422: async (exchange) => [await exchange.ask(await confirming(exchange, { word: 1 }))],
    },
  }),
  replaceOwnPassword: row({
    good: (exchange) => replacing(exchange, { presentPassword: password, password: 'andere einfache Worte hier' }),
    status: 204,
    own: {
      401: async (exchange) => [
        await exchange.ask(await replacing(exchange, { presentPassword: 'a wrong one', password: 'andere einfache Worte hier' })),
      ],
      403: async (exchange) => [await exchange.ask(await replacing(exchange, { presentPassword: password, password }, {}))],
      422: async (exchange) => [
        await exchange.ask(await replacing(exchange, { presentPassword: password, password: 'short' })),
        await exchange.ask(await replacing(exchange, {})),
      ],
    },
  }),
  exportOwnAccount: row({
    good: asPerson('GET', '/v2/me/export'),
    own: { 401: async (exchange) => [await exchange.ask({ method: 'GET', path: '/v2/me/export' })] },
  }),
  exportPerson: row({
    good: async (exchange) => {
      const person = await joined(exchange);
      await cookieOf(exchange, person);
      return byOperator('GET', `/admin/people/${person.person}/export`);
    },
    wrongToken: 'customer',
    own: { 404: async (exchange) => [await exchange.ask(byOperator('GET', `/admin/people/${nobody}/export`))] },
  }),
  getSignInRules: row({ good: () => byCustomer('GET', rulesOfParticipant), wrongToken: 'customer-reads' }),
  putSignInRules: settingRules(byCustomer, rulesOfParticipant, 'customer-reads', (exchange) => joined(exchange, 'administrator')),
  getSignInRulesOfOperators: row({ good: () => byOperator('GET', rulesOfOperators), wrongToken: 'customer' }),
  putSignInRulesOfOperators: settingRules(byOperator, rulesOfOperators, 'customer', joinedOperators),
  listPeople: { ...listing('/v2/people', byCustomer), wrongToken: 'customer-reads' },
  listAllPeople: { ...listing('/admin/people', byOperator), wrongToken: 'customer' },
  addPasswordReset: row({
    good: async (exchange) => byCustomer('POST', `/v2/people/${(await joined(exchange)).person}/reset`),
    wrongToken: 'customer-reads',
    status: 201,
    own: { 404: async (exchange) => [await exchange.ask(byCustomer('POST', `/v2/people/${nobody}/reset`))] },
  }),
  addAnyPasswordReset: row({
    good: async (exchange) => byOperator('POST', `/admin/people/${(await joined(exchange)).person}/reset`),
    wrongToken: 'customer',
    status: 201,
    own: { 404: async (exchange) => [await exchange.ask(byOperator('POST', `/admin/people/${nobody}/reset`))] },
  }),
  addInvitation: {
    good: () => byCustomer('POST', '/v2/invitations', newPerson('clerk')),
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => {
        const { email } = await joinedOperators(exchange);
        return [
          await exchange.ask(byCustomer('POST', '/v2/invitations', newPerson('reader', { language: 'de', flows: ['TEST'] }))),
          await exchange.ask(byCustomer('POST', '/v2/invitations', newPerson('reader', { email }))),
        ];
      },
      409: async (exchange) => {
        const { email } = await joined(exchange); // by a link that the administrator got
        return [
          await exchange.ask(byCustomer('POST', '/v2/invitations', newPerson('reader', { email }))),
          await exchange.ask(byOperator('POST', '/admin/invitations', newPerson('operator', { email }))),
        ];
      },
      422: async (exchange) => [
        await exchange.ask(byCustomer('POST', '/v2/invitations', { name: ' ', email: 'anna', role: 'operator', flows: ['DRY'] })),
      ],
    },
  },
  changePerson: row({
    good: async (exchange) => byCustomer('PATCH', `/v2/people/${(await joined(exchange)).person}`, { role: 'reader' }),
    wrongToken: 'customer-reads',
    own: {
      404: async (exchange) => [await changePerson(exchange, byCustomer, nobody), await changePerson(exchange, byCustomer, 'x')],
      422: async (exchange) => [
        await exchange.ask(byCustomer('PATCH', `/v2/people/${(await joined(exchange)).person}`, { role: 'operator' })),
      ],
    },
  }),
  removePerson: row({
    good: async (exchange) => byCustomer('DELETE', `/v2/people/${(await joined(exchange)).person}`),
    wrongToken: 'customer-reads',
    own: { 404: async (exchange) => [await removePerson(exchange, byCustomer, nobody)] },
  }),
  addAnyInvitation: row({
    good: () => byOperator('POST', '/admin/invitations', newPerson('operator')),
    wrongToken: 'customer',
    status: 201,
    own: {
      409: async (exchange) => {
        const { email } = await joinedOperators(exchange);
        return [await exchange.ask(byOperator('POST', '/admin/invitations', newPerson('auditor', { email })))];
      },
      422: async (exchange) => [
        await exchange.ask(byOperator('POST', '/admin/invitations', newPerson('clerk'))),
        await exchange.ask(byOperator('POST', '/admin/invitations', newPerson('clerk', { participant: nobody }))),
      ],
    },
  }),
  changeAnyPerson: row({
    good: async (exchange) => byOperator('PATCH', `/admin/people/${(await joined(exchange)).person}`, { state: 'disabled' }),
    wrongToken: 'customer',
    own: {
      404: async (exchange) => [await changeAccess(exchange, byOperator, nobody)],
      422: async (exchange) => [
        await exchange.ask(byOperator('PATCH', `/admin/people/${(await joined(exchange)).person}`, { state: 'asleep' })),
      ],
    },
  }),
  removeAnyPerson: row({
    good: async (exchange) => byOperator('DELETE', `/admin/people/${(await joined(exchange)).person}`),
    wrongToken: 'customer',
    own: { 404: async (exchange) => [await erase(exchange, byOperator, nobody)] },
  }),
  changeMembershipOfAny: row({
    good: async (exchange) => byOperator('PUT', membershipPath((await joined(exchange)).person, (await own(exchange)).participant), { role: 'administrator' }),
    wrongToken: 'customer',
    own: {
      404: async (exchange) => [
        await exchange.ask(byOperator('PUT', membershipPath(nobody), { role: 'auditor' })),
        await exchange.ask(byOperator('PUT', membershipPath((await joined(exchange)).person), { role: 'auditor' })),
      ],
      422: async (exchange) => [
        await exchange.ask(byOperator('PUT', membershipPath((await joinedOperators(exchange)).person), { role: 'clerk' })),
      ],
    },
  }),
  removeMembershipOfAny: row({
    good: async (exchange) => byOperator('DELETE', membershipPath((await joinedOperators(exchange)).person)),
    wrongToken: 'customer',
    own: { 404: async (exchange) => [await exchange.ask(byOperator('DELETE', membershipPath(nobody)))] },
  }),
};

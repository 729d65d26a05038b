// The order in which a request is checked: one with two faults is answered as one that has the earlier fault alone.
import { startExchange } from './exchange.mjs';
import { json, mark, nobody, sent } from './requests.mjs';

const tooManyBytes = 20 * 1024 * 1024;

const withHeaders = (request, headers) => ({ ...request, headers: { ...request.headers, ...headers } });
const withType = (request, headers) =>
  withHeaders({ ...request, body: undefined }, { 'Content-Type': request.headers?.['Content-Type'] ?? 'application/json', ...headers });

/** Every check, in order: its status, and how a request fails it. Checks without `fail` have a test of their own. */
const checks = [
  { name: 'size of the head', status: 431, fail: (request) => withHeaders(request, { 'X-Long': 'x'.repeat(20 * 1024) }) },
  // Of these two, the answer is that of the header that arrives first.
  {
    name: 'coding',
    status: 501,
    fail: (request) => withType(request, { 'Transfer-Encoding': 'gzip, chunked', 'Content-Length': null }),
    unlike: ['size of the head'],
  },
  { name: 'form of the head', status: 400, fail: (request) => withHeaders(request, { host: 'second.example' }) },
  { name: 'Expect', status: 417, fail: (request) => withHeaders(request, { Expect: 'much' }) },
  { name: 'rate of the address', status: 429 },
  { name: 'path', status: 404, fail: (request) => ({ ...request, path: '/v2/nothing' }) },
  { name: 'method', status: 405, fail: (request) => ({ ...request, method: 'PURGE' }) },
  { name: 'token', status: 401, fail: (request) => ({ ...request, token: 'nobody', headers: { ...request.headers, Cookie: null } }) },
  { name: 'scope', status: 403, fail: (request, { wrongToken }) => ({ ...request, token: wrongToken }) },
  { name: 'rate of the token', status: 429 },
  { name: 'Host', status: 400, fail: (request) => withHeaders(request, { Host: 'no host/at all' }) },
  { name: 'origin', status: 403, fail: (request, { cookie }) => ({ ...withHeaders(request, { Cookie: cookie }), token: undefined }), unlike: ['scope'] },
  { name: 'Accept', status: 406, fail: (request) => withHeaders(request, { Accept: 'text/html' }) },
  { name: 'Content-Type', status: 415, fail: (request) => withHeaders(request, { 'Content-Type': 'text/plain' }) },
  { name: 'length of the body', status: 413, fail: (request) => withType(request, { 'Content-Length': tooManyBytes }) },
  { name: 'id', status: 404, fail: (request, { withId }) => withId(request, '4711') },
  { name: 'query', status: 422, fail: (request) => ({ ...request, path: `${request.path}?take=all` }), only: 'operator' },
  { name: 'JSON', status: 400, fail: (request) => ({ ...request, body: '{"success":' }) },
  { name: 'fields', status: 422, fail: (request) => ({ ...request, body: '{"success":"yes"}' }) },
  { name: 'object', status: 404, fail: (request, { withId }) => withId(request, nobody), only: 'participant' },
  { name: 'state', status: 409, fail: (request, { final }) => ({ ...request, ...final }) },
];

/** Two operations that have all of the checks between them: a report, and a change by an operator. */
async function basesOf(exchange) {
  const { headers } = await exchange.ask({ method: 'POST', path: '/v2/session', token: 'supplier' });
  const id = await sent(exchange);
  const reported = await sent(exchange);
  await exchange.ask(mark(reported, { success: true }));
  const operator = (method, path, body) => exchange.ask({ method, path, token: 'operator', body: body && json(body) });
  const participants = '/admin/participants';
  const added = JSON.parse((await operator('POST', participants, { name: 'Altmarkt GmbH', identifiers: [] })).body);
  await operator('DELETE', `${participants}/${added.id}`);
  const { items } = JSON.parse((await operator('GET', participants)).body);
  const session = await exchange.ask({ method: 'POST', path: '/v2/session', token: 'operator' });
  const cookieIn = (answer) => answer['set-cookie'].split(';')[0];
  return [
    {
      kind: 'participant',
      good: mark(id, { success: true }),
      wrongToken: 'customer-reads',
      cookie: cookieIn(headers),
      withId: (request, other) => ({ ...request, path: `/v2/transactions/${other}` }),
      final: mark(reported, { success: false }),
    },
    {
      kind: 'operator',
      good: { method: 'PATCH', path: `${participants}/${items[0].id}`, token: 'operator', body: json({ name: items[0].name }) },
      wrongToken: 'customer',
      cookie: cookieIn(session.headers),
      withId: (request, other) => ({ ...request, path: request.path.replace(/[^/?]+(?=\?|$)/, other) }),
      final: { path: `${participants}/${added.id}`, body: json({ name: 'Altmarkt' }) },
    },
  ];
}

const said = ({ status, body }) => `${status} ${body}`;

/** Each pair of checks that a request can fail together. */
export async function faultsOfOrder(exchange) {
  const faults = [];
  for (const base of await basesOf(exchange)) {
    const own = checks.filter(({ fail, only }) => fail && (!only || only === base.kind));
    for (const [index, first] of own.entries()) {
      const alone = await exchange.ask(first.fail(base.good, base));
      if (alone.status !== first.status) faults.push(`${base.kind}: ${first.name} alone is answered with ${said(alone)}`);
      for (const second of own.slice(index + 1).filter(({ unlike }) => !unlike?.includes(first.name))) {
        const both = await exchange.ask(first.fail(second.fail(base.good, base), base));
        if (said(both) !== said(alone)) faults.push(`${base.kind}: ${first.name} and ${second.name} are answered with ${said(both)}`);
      }
    }
  }
  return faults;
}

/** Of an exchange that allows little: the rate of an address before the path, that of a token after the scope. */
export async function faultsOfOrderOfRates() {
  const strict = await startExchange(['--requests-per-second', 1, '--requests-burst', 1, '--requests-without-token', 1]);
  strict.idName = 'platformTransactionId';
  const check = (wanted) => checks.find(({ name }) => name === wanted).fail;
  const get = { method: 'GET', path: '/v2/transactions', token: 'customer-reads' };
  const stranger = { ...get, path: '/v2/nothing', token: undefined };
  const usedUp = async (request) => {
    while ((await strict.ask(request)).status !== 429);
  };
  const faults = [];
  const expect = async (status, what, request) => {
    const answer = await strict.ask(request);
    if (answer.status !== status) faults.push(`${what}: ${said(answer)}`);
  };
  await usedUp(stranger);
  await expect(417, 'Expect comes before the rate of an address', check('Expect')(stranger));
  await expect(429, 'the rate of an address comes before the path', stranger);
  await expect(413, 'the length of the body comes before the rate of an address', withHeaders(stranger, { 'Content-Length': tooManyBytes }));
  await usedUp(get);
  await expect(404, 'the path comes before the rate of a token', check('path')(get));
  await expect(403, 'the scope comes before the rate of a token', { method: 'POST', path: '/v2/transactions', token: 'customer-reads', body: '{}' });
  await expect(429, 'the rate of a token comes before Host', check('Host')(get));
  await expect(413, 'the length of the body comes before the rate of a token', withHeaders(get, { 'Content-Length': tooManyBytes }));
  await strict.stop();
  return faults;
}

/** The introduction names the statuses of all checks in this order. */
export function faultsOfDescribedOrder(description) {
  const paragraph = description.document.info.description.split('\n\n').find((text) => text.startsWith('**Order of checks.**'));
  const named = paragraph?.match(/\b4\d\d\b|\b5\d\d\b/g)?.map(Number);
  const wanted = checks.map(({ status }) => status);
  return json(named) === json(wanted) ? [] : [`${json(named)} instead of ${json(wanted)}`];
}

// Those who act: a person of each role in each place, and a token of each scope.
import { parties } from '../openapi/exchange.mjs';
import { byOperator, joined, withCookie } from '../openapi/provocations_of_people.mjs';
import { json } from '../openapi/requests.mjs';
import { roles } from './table.mjs';

const places = ['customer', 'supplier'];
const scopes = ['read', 'send', 'report', 'admin'];
const isOfOperators = (role) => ['auditor', 'operator'].includes(role);
const placeOf = (request) => places.find((place) => request.token?.startsWith(place)) ?? places[0];
/** Tokens of the TEST flow end with it, and people switch to TEST. */
const ofTest = '-tests';
const flowOf = (request) => (request.token?.endsWith(ofTest) ? ofTest : '');

/** A new person with the role. */
export const newPerson = (exchange, role, place = places[0]) =>
  isOfOperators(role)
    ? joined(exchange, role, byOperator, '/admin/invitations')
    : joined(exchange, role, (method, path, body) => ({ method, path, token: place, body: body && json(body) }));

/** The headers of a session, after it was switched to TEST in its place. */
async function switched(exchange, { headers }) {
  const ask = (method, path, body) =>
    exchange.ask({ method, path, headers: headers, body: body && json(body) });
  const { id } = JSON.parse((await ask('GET', '/v2/session')).body).data;
  const answer = await ask('POST', '/v2/session/switch', { participant: id, flow: 'TEST' });
  if (answer.status >= 300) throw new Error(`the switch was answered with ${answer.status}: ${answer.body}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return cookies.length ? { ...headers, Cookie: cookies[0].split(';')[0] } : headers;
}

/** Signs people in and adds tokens. Each caller sends a request as its own: `as(request)`. */
export async function makeCallers(exchange) {
  const people = {};
  for (const role of roles) {
    for (const place of isOfOperators(role) ? ['operators'] : places) {
      const { person, ...rest } = await newPerson(exchange, role, place);
      const { headers } = await withCookie(exchange, rest, {});
      people[`${place} ${role}`] = { id: person, headers };
      if (isOfOperators(role)) continue;
      const inTest = await switched(exchange, await withCookie(exchange, rest, {}));
      people[`${place} ${role}${ofTest}`] = { id: person, headers: inTest };
    }
  }
  for (const place of places) {
    const path = `/admin/participants?filter[identifier]=${parties[place]}`;
    const [{ id }] = JSON.parse((await exchange.ask({ method: 'GET', path, token: 'operator' })).body).items;
    for (const scope of scopes) {
      for (const flow of ['', ofTest]) {
        const wanted = { participant: id, scopes: [scope], flow: flow === ofTest ? 'TEST' : 'LIVE' };
        const made = await exchange.ask(byOperator('POST', '/admin/tokens', wanted));
        exchange.tokens[`${place} ${scope}${flow}`] = JSON.parse(made.body).token;
      }
    }
  }
  const personFor = (role, request) => people[isOfOperators(role) ? `operators ${role}` : `${placeOf(request)} ${role}${flowOf(request)}`];
  return [
    ...roles.map((role) => ({
      role,
      name: role,
      isOfOperators: isOfOperators(role),
      personFor: (request) => personFor(role, request),
      as: (request) => ({ ...request, token: undefined, headers: { ...request.headers, ...personFor(role, request).headers } }),
    })),
    ...[...scopes, 'operator'].map((token) => ({
      token,
      name: `token ${token}`,
      isOfOperators: token === 'operator',
      as: (request) => ({
        ...request,
        token: token === 'operator' ? token : `${placeOf(request)} ${token}${flowOf(request)}`,
        headers: { ...request.headers, Cookie: null },
      }),
    })),
  ];
}

// Those who act: a person of each role in each place, and a token of each scope.
import { parties } from '../openapi/exchange.mjs';
import { byOperator, joined, withCookie } from '../openapi/provocations_of_people.mjs';
import { json } from '../openapi/requests.mjs';
import { roles } from './table.mjs';

const places = ['customer', 'supplier'];
const scopes = ['read', 'send', 'report', 'admin'];
const isOfOperators = (role) => ['auditor', 'operator'].includes(role);
const placeOf = (request) => (places.includes(request.token) ? request.token : places[0]);

/** A new person with the role. */
export const newPerson = (exchange, role, place = places[0]) =>
  isOfOperators(role)
    ? joined(exchange, role, byOperator, '/admin/invitations')
    : joined(exchange, role, (method, path, body) => ({ method, path, token: place, body: body && json(body) }));

/** Signs people in and adds tokens. Each caller sends a request as its own: `as(request)`. */
export async function makeCallers(exchange) {
  const people = {};
  for (const role of roles) {
    for (const place of isOfOperators(role) ? ['operators'] : places) {
      const { person, ...rest } = await newPerson(exchange, role, place);
      const { headers } = await withCookie(exchange, rest, {});
      people[`${place} ${role}`] = { id: person, headers };
    }
  }
  for (const place of places) {
    const path = `/admin/participants?filter[identifier]=${parties[place]}`;
    const [{ id }] = JSON.parse((await exchange.ask({ method: 'GET', path, token: 'operator' })).body).items;
    for (const scope of scopes) {
      const made = await exchange.ask(byOperator('POST', '/admin/tokens', { participant: id, scopes: [scope] }));
      exchange.tokens[`${place} ${scope}`] = JSON.parse(made.body).token;
    }
  }
  const personFor = (role, request) => people[`${isOfOperators(role) ? 'operators' : placeOf(request)} ${role}`];
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
        token: token === 'operator' ? token : `${placeOf(request)} ${token}`,
        headers: { ...request.headers, Cookie: null },
      }),
    })),
  ];
}

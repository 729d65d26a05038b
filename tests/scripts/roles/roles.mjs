// docs/reference/roles.md is what the exchange allows, and names the event of each action.
import { startExchange, companies, mailOptions } from '../openapi/exchange.mjs';
import { get } from '../openapi/requests.mjs';
import { beginTests } from '../openapi/tests.mjs';
import { namesOfMade, requestOf } from './actions.mjs';
import { makeCallers, newPerson } from './callers.mjs';
import { readTable } from './table.mjs';

const { test, end } = beginTests();
const { actions, open } = readTable();
const exchange = await startExchange(mailOptions, companies);
exchange.idName = 'platformTransactionId';
async function read(request) {
  const answer = await exchange.ask(request);
  return answer.status === 200 ? JSON.parse(answer.body) : undefined;
}

const described = (await read(get('/openapi.json'))).paths;
const operations = Object.entries(described).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
    .map(([, { operationId, security }]) => ({ id: operationId, path, security: security.flatMap(Object.keys) })),
);
const securityOf = (action) => operations.find(({ id }) => id === action.operation).security[0];
const isOfOwnAccount = (action) => securityOf(action) === 'person';

await test('every operation that changes something is in the table', () => {
  const named = new Set([...actions.map(({ operation }) => operation), ...open]);
  const known = new Set(operations.map(({ id }) => id));
  return [
    ...[...known].filter((id) => !named.has(id)).map((id) => `${id} is missing`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `${id} is no operation`),
    ...open.filter((id) => actions.some(({ operation }) => operation === id)).map((id) => `${id} is in both tables`),
    ...namesOfMade.filter((name) => !actions.some((action) => action.name === name)).map((name) => `"${name}" is no action`),
  ];
});
await test('an operation without a role needs no session of a person', () =>
  operations.filter(({ id, security }) => open.includes(id) && security.includes('person')).map(({ id }) => `${id} needs one`));

const callers = await makeCallers(exchange);
const isAllowed = (action, { role, token }) => (role ? action.roles.includes(role) : action.tokens.includes(token));

/** The answer to a caller without the right: its status, and its detail or its sentence. */
function refusalOf(action, caller) {
  const security = securityOf(action);
  if (security === 'person') return '401 This path requires a person who has signed in.';
  if (security === 'participant') return caller.isOfOperators ? '401 The token is unknown, expired or revoked.' : '403 scope_missing';
  return caller.role === 'auditor'
    ? '403 An auditor can read everything, and change nothing.'
    : "403 This path requires an operator's token.";
}
const said = ({ status, body }) => {
  const { detailCode, message } = body ? JSON.parse(body) : {};
  return `${status} ${detailCode ?? message}`;
};

const newest = async () => (await read(get('/admin/events?per_page=20', 'operator'))).items;
// The name of an author can change: an erased person is "a former person".
const keyOf = ({ at, type, subject, detail }) => JSON.stringify([at, type, subject, detail]);
const actsSince = async ([before]) => {
  const acts = await newest();
  const count = acts.findIndex((act) => keyOf(act) === keyOf(before));
  if (count < 0) throw new Error('more acts than expected');
  return acts.slice(0, count);
};

/** Sends the request as every caller without the right. */
async function faultsOfRefusals(action, request) {
  const faults = [];
  const before = await newest();
  for (const caller of callers.filter((one) => !isAllowed(action, one))) {
    const answer = said(await exchange.ask(caller.as(request)));
    const expected = refusalOf(action, caller);
    if (answer !== expected) faults.push(`${caller.name}: ${answer}, instead of ${expected}`);
  }
  for (const act of await actsSince(before)) faults.push(`a refused request left ${JSON.stringify(act)}`);
  return faults;
}

const idsIn = (...texts) => [...new Set(texts.join(' ').match(/[0-9a-f]{8}-[0-9a-f-]{27}/g))];

/** The traces of the type that the table names, each with its author as `by`. */
async function tracesOf({ event }, request, answer, { before, caller }) {
  if (!event) return actsSince(before);
  if (event.includes('.')) return (await actsSince(before)).filter(({ type }) => type === event);
  const isOfAll = request.path.startsWith('/admin');
  const readAsCaller = (path) => read(caller.as(get(path, request.token)));
  const traces = [];
  for (const id of idsIn(request.path, request.body, answer.body)) {
    if (event === 'case') {
      const found = (await readAsCaller(`${isOfAll ? '/admin/cases' : '/v2/errors'}/${id}`))?.data;
      if (found) traces.push({ by: found.changedBy }, ...found.comments);
    } else {
      const found = await readAsCaller(`/v2/all-transactions/${id}/events?per_page=100`);
      traces.push(...(found?.items ?? []).filter(({ type }) => type === event));
    }
  }
  return traces;
}

function faultsOfTraces({ event }, traces, id) {
  const isByPerson = ({ by }) => by?.person?.id === id && by.person.name === 'Anna Berger';
  if (!event) return traces.filter(({ by }) => by.person?.id === id).map((trace) => `there is an event: ${JSON.stringify(trace)}`);
  if (traces.length === 0) return [`there is no ${event}`];
  return traces.every(isByPerson) ? [] : traces.map((trace) => JSON.stringify(trace));
}

/** Sends the request as a caller with the right, and looks for the event. */
async function faultsOfAction(action, request, caller) {
  const before = await newest();
  const answer = await exchange.ask(caller.as(request));
  if (answer.status >= 300) return [`${answer.status} ${answer.body}`];
  if (!caller.role) return [];
  return faultsOfTraces(action, await tracesOf(action, request, answer, { before, caller }), caller.personFor(request).id);
}

/** An action in the own account, which a new person with the role takes. */
async function faultsOfOwnAction(action, caller) {
  let person;
  const own = Object.assign(Object.create(exchange), {
    place: caller.isOfOperators ? { flow: 'TEST' } : undefined,
    newPerson: async () => {
      person = await newPerson(exchange, caller.role);
      return person;
    },
  });
  const request = await requestOf(action, own);
  return faultsOfAction(action, request, { ...caller, personFor: () => ({ id: person.person }), as: (asked) => asked });
}

for (const action of actions) {
  const name = `${action.name} (${action.operation})`;
  let request = await requestOf(action, exchange);
  await test(`${name} is refused without the right`, () => faultsOfRefusals(action, request));
  for (const caller of callers.filter((one) => isAllowed(action, one))) {
    await test(`${name} is allowed: ${caller.name}`, async () => {
      if (isOfOwnAccount(action)) return faultsOfOwnAction(action, caller);
      // The first one sends the request that was refused to others: it is still valid.
      const asked = request ?? (await requestOf(action, exchange));
      request = undefined;
      return faultsOfAction(action, asked, caller);
    });
  }
}
await test('the exchange ends as it should', async () => ((await exchange.stop()) === 0 ? [] : ['it does not']));
end();

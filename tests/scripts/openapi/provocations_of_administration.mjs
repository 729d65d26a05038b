// What operators do.
import { parties } from './exchange.mjs';
import { get, json, newWord, nobody, order, post } from './requests.mjs';

const wrongToken = 'customer';
const request = (method, path, body) => ({ method, path, token: 'operator', body: body && json(body) });
const ask = (exchange, method, path, body) => exchange.ask(request(method, path, body));

const participants = '/admin/participants';
const tokens = '/admin/tokens';
const relationships = '/admin/relationships';

const newParticipant = (more = {}) => ({
  name: newWord('Firma '),
  identifiers: [{ domain: 'VAT_DE', identifier: newWord('DE') }],
  ...more,
});
const requirement = { kind: 'ORDER', path: 'items.*.identifiers', domain: 'GS1', when: ['ORIGINAL'] };

/** Adds one and gives its id. */
async function added(exchange, more) {
  const answer = await ask(exchange, 'POST', participants, newParticipant(more));
  if (answer.status !== 201) throw new Error(`adding was answered with ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body).id;
}

/** The id of a party that the network began with. */
async function idOf(exchange, party) {
  const { body } = await ask(exchange, 'GET', `${participants}?filter[identifier]=${parties[party]}`);
  return JSON.parse(body).items[0].id;
}

/** One that a document waits for. */
async function waitedFor(exchange) {
  const gln = newWord('95210050');
  const id = await added(exchange, { identifiers: [{ domain: 'GS1', identifier: gln }] });
  await ask(exchange, 'PUT', relationships, { from: await idOf(exchange, 'customer'), to: id, status: 'active' });
  const sent = await exchange.ask(post('/v2/transactions', 'customer', order({ gln })));
  if (sent.status !== 201) throw new Error(`sending was answered with ${sent.status}: ${sent.body}`);
  return id;
}

const newToken = async (exchange) =>
  ask(exchange, 'POST', tokens, { participant: await added(exchange), scopes: ['read', 'report'], name: 'ERP' });

const listing = (path, filters) => ({
  good: () => request('GET', path),
  wrongToken,
  own: {
    200: async (exchange) => {
      await waitedFor(exchange);
      await newToken(exchange);
      const first = await ask(exchange, 'GET', `${path}?per_page=1`);
      const url = new URL(JSON.parse(first.body).nextPageUrl);
      return [
        first,
        await ask(exchange, 'GET', url.pathname + url.search),
        await ask(exchange, 'GET', `${path}?per_page=100`),
        await ask(exchange, 'GET', `${path}?${filters}`),
      ];
    },
    422: async (exchange) => [await ask(exchange, 'GET', `${path}?filter[colour]=red&per_page=0&cursor=x`)],
  },
});

export const ofAdministration = {
  addParticipant: {
    good: () => request('POST', participants, newParticipant()),
    wrongToken,
    own: {
      201: async (exchange) => [
        await ask(exchange, 'POST', participants, newParticipant()),
        await ask(
          exchange,
          'POST',
          participants,
          newParticipant({ requirements: [requirement], agents: [{ participant: await added(exchange), kinds: ['ORDER'] }] }),
        ),
      ],
      409: async (exchange) => [
        await ask(exchange, 'POST', participants, newParticipant({ identifiers: [{ domain: 'GS1', identifier: parties.customer }] })),
      ],
      422: async (exchange) => [
        await ask(exchange, 'POST', participants, { identifiers: [{ domain: 'ILN' }], colour: 'red' }),
        await ask(exchange, 'POST', participants, []),
      ],
    },
  },
  listParticipants: listing(participants, `filter[identifier]=${parties.customer}`),
  getParticipant: {
    good: async (exchange) => request('GET', `${participants}/${await added(exchange)}`),
    wrongToken,
    own: {
      200: async (exchange) => [await ask(exchange, 'GET', `${participants}/${await added(exchange)}`)],
      404: async (exchange) => [
        await ask(exchange, 'GET', `${participants}/${nobody}`),
        await ask(exchange, 'GET', `${participants}/4711`),
      ],
    },
  },
  validateRequirements: {
    good: async (exchange) =>
      request('POST', `${participants}/${await added(exchange)}/requirements/validate`, { requirements: [requirement] }),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'POST', `${participants}/${await added(exchange)}/requirements/validate`, { requirements: [requirement] }),
        await ask(exchange, 'POST', `${participants}/${await added(exchange)}/requirements/validate`, { requirements: [] }),
      ],
      404: async (exchange) => [
        await ask(exchange, 'POST', `${participants}/${nobody}/requirements/validate`, { requirements: [] }),
        await ask(exchange, 'POST', `${participants}/4711/requirements/validate`, { requirements: [] }),
      ],
      422: async (exchange) => {
        const path = `${participants}/${await added(exchange)}/requirements/validate`;
        return [
          await ask(exchange, 'POST', path, { colour: 'red' }),
          await ask(exchange, 'POST', path, { requirements: [{ kind: 'ORDER', path: 'header.nothing' }] }),
        ];
      },
    },
  },
  editParticipant: {
    good: async (exchange) => request('PATCH', `${participants}/${await added(exchange)}`, { name: 'Firma mit Namen' }),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'PATCH', `${participants}/${await added(exchange)}`, {
          addIdentifiers: [{ domain: 'FED_TAX', identifier: newWord('1') }],
          requirements: [requirement],
        }),
        await ask(exchange, 'PATCH', `${participants}/${await added(exchange)}?take=pending`, { name: null }),
      ],
      404: async (exchange) => [await ask(exchange, 'PATCH', `${participants}/${nobody}`, { name: 'x' })],
      409: async (exchange) => {
        const gone = await added(exchange, { name: 'Altmarkt GmbH', identifiers: [{ domain: 'GS1', identifier: '9521009000002' }] });
        await ask(exchange, 'DELETE', `${participants}/${gone}`);
        return [
          await ask(exchange, 'PATCH', `${participants}/${gone}`, { name: 'x' }),
          await ask(exchange, 'PATCH', `${participants}/${await added(exchange)}`, {
            addIdentifiers: [{ domain: 'GS1', identifier: '9521009000002' }],
          }),
        ];
      },
      422: async (exchange) => {
        const id = await added(exchange);
        return [
          await ask(exchange, 'PATCH', `${participants}/${id}`, { identifiers: [], addIdentifiers: [], colour: 'red' }),
          await ask(exchange, 'PATCH', `${participants}/${id}?take=all`, { name: 'x' }),
        ];
      },
    },
  },
  closeParticipant: {
    good: async (exchange) => request('DELETE', `${participants}/${await added(exchange)}`),
    wrongToken,
    own: {
      200: async (exchange) => [
        await ask(exchange, 'DELETE', `${participants}/${await added(exchange)}`),
        await ask(exchange, 'DELETE', `${participants}/${await waitedFor(exchange)}?pending=fail`),
      ],
      404: async (exchange) => [
        await ask(exchange, 'DELETE', `${participants}/${nobody}`),
        await ask(exchange, 'DELETE', `${participants}/4711`),
      ],
      409: async (exchange) => [await ask(exchange, 'DELETE', `${participants}/${await waitedFor(exchange)}`)],
      422: async (exchange) => [await ask(exchange, 'DELETE', `${participants}/${await added(exchange)}?pending=keep`)],
    },
  },

  addToken: {
    good: async (exchange) => request('POST', tokens, { participant: await added(exchange) }),
    wrongToken,
    own: {
      201: async (exchange) => [
        await newToken(exchange),
        await ask(exchange, 'POST', tokens, { participant: await added(exchange), flow: 'TEST', expiresAt: '2099-01-31' }),
      ],
      422: async (exchange) => [
        await ask(exchange, 'POST', tokens, { participant: nobody, scopes: [], expiresAt: '2001-01-01', colour: 'red' }),
      ],
    },
  },
  listTokens: {
    ...listing(tokens, `filter[participant]=${nobody}`),
  },
  revokeToken: {
    good: async (exchange) => request('DELETE', `${tokens}/${JSON.parse((await newToken(exchange)).body).id}`),
    wrongToken,
    own: {
      200: async (exchange) => {
        const path = `${tokens}/${JSON.parse((await newToken(exchange)).body).id}`;
        return [await ask(exchange, 'DELETE', path), await ask(exchange, 'DELETE', path)];
      },
      404: async (exchange) => [await ask(exchange, 'DELETE', `${tokens}/${nobody}`), await ask(exchange, 'DELETE', `${tokens}/4711`)],
    },
  },

  putRelationships: {
    good: async (exchange) =>
      request('PUT', relationships, { participants: [await added(exchange), await added(exchange)], status: 'active' }),
    wrongToken,
    own: {
      200: async (exchange) => {
        const [from, to] = [await added(exchange), await added(exchange)];
        return [
          await ask(exchange, 'PUT', relationships, { participants: [from, to], status: 'active' }),
          await ask(exchange, 'PUT', relationships, { from, to, status: 'requested', kinds: ['ORDER'], flows: ['LIVE'], requirements: [requirement] }),
        ];
      },
      422: async (exchange) => [
        await ask(exchange, 'PUT', relationships, { from: nobody, participants: [nobody], status: 'friends', flows: [] }),
      ],
    },
  },
  listRelationships: listing(relationships, 'filter[status]=active'),
};

// Requests of operators about participants.
import { change, get, type Schemas } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import type { TokenRequests } from '../tokens/requests';

export type Participant = Schemas['Participant'];
export type Identifier = Schemas['Identifier'];

/** The properties that the form of a participant has. */
export interface Profile {
  name: string;
  identifiers: Identifier[];
}

const pathOf = (id: string) => `/admin/participants/${encodeURIComponent(id)}`;

export async function addParticipant(profile: Profile): Promise<Participant> {
  return JSON.parse(await change('/admin/participants', profile)) as Participant;
}

export async function editParticipant(id: string, profile: Profile): Promise<void> {
  await change(pathOf(id), profile, 'PATCH');
}

export type Tried = Schemas['RequirementsTried']['data'];

/** Counts the past documents that the requirements would have refused. */
export async function tryRequirements(id: string, requirements: Participant['requirements']): Promise<Tried> {
  const text = await change(`${pathOf(id)}/requirements/validate`, { requirements });
  return (JSON.parse(text) as Schemas['RequirementsTried']).data;
}

export async function setRequirements(id: string, requirements: Participant['requirements']): Promise<void> {
  await change(pathOf(id), { requirements }, 'PATCH');
}

/** Returns the identifiers that another open participant has, with its name. */
export async function ownersOf(identifiers: Identifier[], except: string) {
  const found = await Promise.all(
    identifiers.map(async ({ domain, identifier }) => {
      const query = { 'filter[identifier]': identifier };
      const { items } = await get('/admin/participants', { query });
      const owner = items.find(
        ({ id, state, identifiers: own }) =>
          id !== except &&
          state === 'open' &&
          own.some((one) => one.domain === domain && one.identifier === identifier.trim()),
      );
      return owner ? [{ identifier, owner: owner.name }] : [];
    }),
  );
  return found.flat();
}

/** Closes a participant for which documents wait only if they may fail. */
export async function closeParticipant(id: string, mayFail: boolean): Promise<void> {
  await change(`${pathOf(id)}${mayFail ? '?pending=fail' : ''}`, undefined, 'DELETE');
}

export const tokenRequests = (participant: string): TokenRequests => ({
  key: ['participant', participant, 'tokens'],
  list: (signal) =>
    allPages((cursor) => {
      const query = { 'filter[participant]': participant, cursor, per_page: rowsOfPage };
      return get('/admin/tokens', { signal, query, inBackground: true });
    }),
  add: async (wanted) =>
    JSON.parse(await change('/admin/tokens', { participant, ...wanted })) as Schemas['NewToken'],
  revoke: async (id) => {
    await change(`/admin/tokens/${encodeURIComponent(id)}`, undefined, 'DELETE');
  },
});

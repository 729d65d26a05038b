// Requests about the drafts that the exchange keeps.
import { change, get, type Schemas } from '../api';

export type SavedDraft = Schemas['Draft'];
export type WholeDraft = Schemas['WholeDraft'];

const path = '/v2/drafts';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}` as const;

export const draftsKey = ['drafts'];

export const getDrafts = async (signal?: AbortSignal): Promise<SavedDraft[]> =>
  (await get(path, signal && { signal })).data.drafts;

export const getDraft = async (id: string, signal?: AbortSignal): Promise<WholeDraft> =>
  (await get('/v2/drafts/{id}', { id, ...(signal && { signal }) })).data;

const savedIn = (answer: string) => (JSON.parse(answer) as Schemas['DraftAnswer']).data;

export const beginDraft = async (body: object): Promise<SavedDraft> => savedIn(await change(path, body));

export const saveDraft = async (id: string, body: object): Promise<SavedDraft> =>
  savedIn(await change(pathOf(id), body, 'PUT'));

export async function discardDraft(id: string): Promise<void> {
  await change(pathOf(id), undefined, 'DELETE');
}

/** Returns the name of the last editor, or undefined for a program. */
export const editorOf = ({ updatedBy: { person, token } }: Pick<SavedDraft, 'updatedBy'>): string | undefined =>
  person?.name ?? (token?.name ? token.name : undefined);

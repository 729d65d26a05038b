// Relationships: who may send documents to whom. Each direction has its own.
import { change, get, type Answer, type Schemas } from '../api';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { renewAll } from '../queries';

export type Relationship = Answer<'/admin/relationships'>['items'][number];
export type RelationshipStatus = Schemas['RelationshipStatus'];

export interface Direction {
  from: string;
  to: string;
}

/** Reads the relationships of a participant, or of all. */
export const relationshipsOf = (participant: string | undefined, signal: AbortSignal) =>
  allPages((cursor) => {
    const query = { 'filter[participant]': participant, cursor, per_page: rowsOfPage };
    return get('/admin/relationships', { signal, query, inBackground: true });
  });

async function put(request: Schemas['RelationshipRequest']): Promise<void> {
  await change('/admin/relationships', request, 'PUT');
  await renewAll();
}

export const setStatus = (direction: Direction, status: RelationshipStatus) =>
  put({ ...direction, status });

/** Accepts a relationship in both directions. */
export const acceptBoth = (one: string, other: string) =>
  put({ participants: [one, other], status: 'active' });

export const heldOf = ({ held }: Relationship) => held.reduce((sum, { count }) => sum + count, 0);

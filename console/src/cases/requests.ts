import { change, type Case, type Schemas } from '../api';

/** Changes a case, unless it has changed since the user saw it. */
export async function changeCase(
  of: Pick<Case, 'id' | 'revision'>,
  changes: Pick<Schemas['CaseChange'], 'comment' | 'status'>,
  isOperator: boolean,
): Promise<void> {
  const path = `${isOperator ? '/admin/cases' : '/v2/errors'}/${encodeURIComponent(of.id)}`;
  await change(path, { ...changes, revision: of.revision }, 'PATCH');
}

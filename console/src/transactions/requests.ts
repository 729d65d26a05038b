import { change, type Schemas, type Session, type Transaction } from '../api';
import { idOf } from './id';

const pathOf = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`;

export async function reportOn(id: string, report: Schemas['Report']): Promise<void> {
  await change(pathOf('/v2/transactions', id), report, 'PUT');
}

/**
 * Puts a document into the recipient's inbox again. Operators give a reason. Returns the id of the
 * new transaction.
 */
export async function requeue(id: string, session: Session, reason?: string): Promise<string> {
  const list = session.role === 'operator' ? '/admin/transactions' : '/v2/all-transactions';
  const text = await change(`${pathOf(list, id)}/requeue`, reason === undefined ? undefined : { reason });
  return idOf(JSON.parse(text) as Transaction, session);
}

/** Removes a document from the recipient's inbox, as an operator. */
export async function discard(id: string, reason: string): Promise<void> {
  await change(`${pathOf('/admin/transactions', id)}/discard`, { reason });
}

/** Hands a document to another participant, as an operator. Returns the id of the new transaction. */
export async function move(id: string, participant: string, reason: string, session: Session): Promise<string> {
  const text = await change(`${pathOf('/admin/transactions', id)}/move`, { participant, reason });
  return idOf(JSON.parse(text) as Transaction, session);
}

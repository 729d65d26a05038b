import { change, type Schemas, type Session, type Transaction } from '../api';
import { idOf } from './id';

const pathOf = (id: string) => encodeURIComponent(id);

export async function reportOn(id: string, report: Schemas['Report']): Promise<void> {
  await change(`/v2/transactions/${pathOf(id)}`, report, 'PUT');
}

/** Puts a document into the recipient's inbox again. Returns the id of the new transaction. */
export async function requeue(id: string, session: Session): Promise<string> {
  const text = await change(`/v2/all-transactions/${pathOf(id)}/requeue`);
  return idOf(JSON.parse(text) as Transaction, session);
}

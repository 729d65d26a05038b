// The operator of the exchange sets a word that the names of some fields contain.
import type { RelatedTransaction, Session, Transaction } from '../api';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function textIn(row: object, name: string): string | undefined {
  const value = (row as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

export const idOf = (row: Transaction | RelatedTransaction, { fieldWord }: Session) =>
  textIn(row, `${fieldWord}TransactionId`) ?? '';
export const olderOf = (row: Transaction, { fieldWord }: Session) =>
  textIn(row, `replaces${capital(fieldWord)}TransactionId`);
export const newerOf = (row: Transaction, { fieldWord }: Session) =>
  textIn(row, `replacedBy${capital(fieldWord)}TransactionId`);

/** Returns the path for one transaction, which depends on the session. */
export const pathOf = ({ role }: Session) =>
  role === 'operator'
    ? ('/admin/transactions/{id}' as const)
    : ('/v2/all-transactions/{id}' as const);

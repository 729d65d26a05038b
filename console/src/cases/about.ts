import type { Schemas, Session } from '../api';

/** Returns a name such as: Order 4500871234. */
export const aboutOf = (of: Schemas['CaseHead'], kinds: Record<string, string>) => {
  const kind = of.transactionType && (kinds[of.transactionType] ?? of.transactionType);
  return [kind, of.transactionIdentifier].filter(Boolean).join(' ');
};

/** Returns true if the user's side has to act. The last participant of a failure is its recipient. */
export function isOwnTurn(of: Schemas['CaseHead'], { role, id }: Session): boolean {
  if (of.turn === 'operator' || role === 'operator') return of.turn === role;
  const ids = of.participants.map((one) => one.id);
  if (of.origin === 'overdue') return of.turn === 'sender' && ids.includes(id);
  if (of.origin !== 'failure' || ids.length < 2) return ids.includes(id);
  return of.turn === 'recipient' ? ids.at(-1) === id : ids.slice(0, -1).includes(id);
}

import type { Schemas } from '../api';

/** Returns a name such as: Order 4500871234. */
export const aboutOf = (of: Schemas['CaseHead'], kinds: Record<string, string>) => {
  const kind = of.transactionType && (kinds[of.transactionType] ?? of.transactionType);
  return [kind, of.transactionIdentifier].filter(Boolean).join(' ');
};

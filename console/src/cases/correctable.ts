import type { Case, Session } from '../api';
import { jsonIn, type Json } from '../document/exact_json';
import { may } from '../queries';

/**
 * Returns the refused document of a case if the user can correct it. The exchange keeps the beginning
 * of a long document, which is not JSON.
 */
export function correctableContent(of: Case, session: Session): Json | undefined {
  const waits = of.origin === 'rejection' && of.status === 'open';
  if (!waits || of.transactionType === undefined || !may(session, 'send')) return undefined;
  return jsonIn(of.document?.content ?? '');
}

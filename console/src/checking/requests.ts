// Requests about the parties of a sample.
import { getTransactions, type Answer } from '../api';
import { identifiersIn, type Example, type PartyIdentifier } from './sample';

export type Profile = Answer<'/v2/profile'>['data'];

export const examples = async (): Promise<Record<string, Example>> => (await import('virtual:samples')).default;

export const byGln = (gln: string): PartyIdentifier[] => [{ domain: 'GS1', identifier: gln }];

const documentsRead = '20';

/**
 * Returns identifiers that lead to a partner: the own number for it, or those of an earlier document. The API
 * shows no others.
 */
export async function identifiersOf(partner: string, own: Profile, signal: AbortSignal): Promise<PartyIdentifier[]> {
  if (partner === own.id) return own.identifiers;
  const numbered = own.numbers.find(({ participant }) => participant === partner);
  if (numbered) return [{ domain: 'SENDER_INTERNAL', identifier: numbered.number }];
  const query = { 'filter[partner]': partner, per_page: documentsRead };
  const [{ items }, kinds] = await Promise.all([
    getTransactions('/v2/all-transactions', { query, signal }),
    examples(),
  ]);
  const all = items.map(({ type, content, sender }) => {
    const { from = [], to = [] } = kinds[type] ?? {};
    return identifiersIn(content, sender.id === partner ? from : to);
  });
  return all.find((identifiers) => identifiers.length > 0) ?? [];
}

// The search of Ctrl-K: pages, actions, documents and partners that match a text.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { getTransactions, type Session, type Transaction } from '../api';
import { numberOf } from '../document/model';
import { usePartnerNamed } from '../parts/partner_field';
import { filtersOf } from '../search';
import type { Texts } from '../texts/english';
import { idOf } from '../transactions/id';
import { pageOf } from '../transactions/query';
import { ssccIn } from '../transactions/sscc';
import { matchesWords } from './matches_words';

export interface Found {
  key: string;
  name: string;
  more?: string;
  group: 'pages' | 'actions' | 'documents' | 'partners';
  open: () => void;
}

const shownMax = 6;
const searchedFrom = 2; // letters

async function documentsOf(session: Session, text: string, signal: AbortSignal) {
  if (ssccIn(text) !== undefined) {
    const page = await pageOf(session, { filters: filtersOf({ number: text }), count: shownMax, signal });
    return page.items;
  }
  const count = { per_page: String(shownMax) };
  if (session.role === 'operator') {
    const query = { 'filter[identifier]': text, ...count };
    return (await getTransactions('/admin/transactions', { query, signal })).items;
  }
  const query = { 'filter[identifier_prefix]': text, ...count };
  return (await getTransactions('/v2/all-transactions', { query, signal })).items;
}

interface Opening {
  transaction: (id: string) => void;
  partner: (id: string) => void;
}

export interface Search {
  found: Found[];
  isSearching: boolean;
}

/**
 * Finds the documents whose number begins with the text, and the partners with such a name. An
 * operator enters the whole number: the numbers of all participants have no index by beginnings.
 */
export function useFound(session: Session, t: Texts, typed: string, open: Opening): Search {
  const [text] = useDebouncedValue(typed.trim(), 150);
  const isLong = text.length >= searchedFrom;
  const isOfBefore = text !== typed.trim();
  const documents = useQuery({
    queryKey: ['found', session.role, text],
    queryFn: ({ signal }) => documentsOf(session, text, signal),
    enabled: isLong,
    staleTime: 10_000,
  });
  const { choices, isLooking } = usePartnerNamed(isLong ? text : '');
  const nameOf = (row: Transaction) =>
    `${t.kinds[row.type] ?? row.type} ${numberOf(row.type, row.content) ?? t.withoutNumber}`;
  const ofDocuments = (isLong ? (documents.data ?? []) : []).map((row): Found => {
    const id = idOf(row, session);
    return {
      key: id,
      name: nameOf(row),
      more: `${row.sender.name} → ${row.recipient.name}`,
      group: 'documents',
      open: () => open.transaction(id),
    };
  });
  const ofPartners = choices
    .filter(({ name }) => isLong && matchesWords(name, text))
    .slice(0, shownMax)
    .map(({ id, name }): Found => ({ key: id, name, group: 'partners', open: () => open.partner(id) }));
  return {
    found: isOfBefore ? [] : [...ofDocuments, ...ofPartners],
    isSearching: isOfBefore || (isLong && (documents.isFetching || isLooking)),
  };
}

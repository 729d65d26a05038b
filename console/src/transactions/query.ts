// The query for the filters in the address. A number may identify a document or a transport unit.
import { getTransactions, type Session, type TransactionPage } from '../api';
import { daysOf, emptyPage, isReversed, type Filters } from '../search';
import { ssccIn } from './sscc';

// A cursor is valid for one filter only. This prefix marks the filter by document number.
const ofNumber = 'number:';

interface Asked {
  filters: Filters;
  count: number;
  signal?: AbortSignal;
  inBackground?: boolean;
}

/** Returns a page. A valid SSCC that no transport unit has is used as a document number. */
export async function pageOf(session: Session, asked: Asked): Promise<TransactionPage> {
  const { filters, count } = asked;
  if (isReversed(filters)) return emptyPage;
  const path = session.role === 'operator' ? '/admin/transactions' : '/v2/all-transactions';
  const isHeld = filters.status === 'HELD';
  // The exchange gives held documents the status PENDING. The console shows held documents as a separate status.
  const held = isHeld ? 'true' : filters.status === 'PENDING' ? 'false' : undefined;
  const get = (more: Record<string, string | undefined>) =>
    getTransactions(path, {
      ...(asked.signal && { signal: asked.signal }),
      ...(asked.inBackground && { inBackground: true }),
      query: {
        'filter[type]': filters.type,
        'filter[status]': isHeld ? undefined : filters.status,
        'filter[held]': held,
        'filter[direction]': filters.direction,
        'filter[flow]': filters.flow,
        'filter[partner]': filters.partner,
        'filter[created_between]': daysOf(filters),
        per_page: String(count),
        ...more,
      },
    });
  const number = filters.number?.trim();
  const sscc = ssccIn(number);
  const isOfNumber = filters.cursor?.startsWith(ofNumber) ?? false;
  if (sscc !== undefined && !isOfNumber) {
    const page = await get({ 'filter[sscc]': sscc, cursor: filters.cursor });
    if (page.items.length > 0 || filters.cursor !== undefined) return page;
  }
  const cursor = isOfNumber ? filters.cursor?.slice(ofNumber.length) : filters.cursor;
  const page = await get({ 'filter[identifier]': number, cursor });
  if (sscc === undefined || page.nextCursor === null) return page;
  return { ...page, nextCursor: `${ofNumber}${page.nextCursor}` };
}

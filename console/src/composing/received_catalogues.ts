// Reads the catalogues that a partner sent.
import { useQuery } from '@tanstack/react-query';

import { getExactTransactions, type Session } from '../api';
import { dateOf, numberOf } from '../document/model';
import { useSession } from '../queries';
import { idOf } from '../transactions/id';
import { hasChangesOnly, type Catalogue } from './catalogue';

const kind = 'PRODUCT_CATALOG';
// A page of the history ends early at 8 MiB.
const cataloguesOfPage = '20';
const pagesMax = 5;

export interface ReceivedCatalogue extends Catalogue {
  number: string | undefined;
  date: string | undefined;
  hasChangesOnly: boolean;
}

/** Returns the newest versions of the catalogues, up to the page with a full one. The newest is the first. */
async function catalogues(partner: string, session: Session, signal: AbortSignal): Promise<ReceivedCatalogue[]> {
  const found: ReceivedCatalogue[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; ++page) {
    const query = {
      'filter[type]': kind,
      'filter[direction]': 'received',
      'filter[partner]': partner,
      per_page: cataloguesOfPage,
      cursor,
    };
    const { items, nextCursor } = await getExactTransactions('/v2/all-transactions', { query, signal });
    for (const row of items) {
      const { content, status, isLatestVersion, sender } = row;
      const isRefused = status === 'FAILED' || status === 'DROPPED';
      if (isRefused || !isLatestVersion || sender.id !== partner) continue;
      const catalogue = { id: idOf(row, session), content: content as Catalogue['content'] };
      found.push({
        ...catalogue,
        number: numberOf(kind, content),
        date: dateOf(kind, content),
        hasChangesOnly: hasChangesOnly(catalogue),
      });
    }
    const hasFull = found.some((one) => !one.hasChangesOnly);
    if (hasFull || nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}

export function useCatalogues(partner: string) {
  const session = useSession();
  return useQuery({
    queryKey: ['catalogues', partner],
    queryFn: ({ signal }) => catalogues(partner, session, signal),
    staleTime: Infinity,
    // A catalogue can have megabytes.
    gcTime: 0,
  });
}

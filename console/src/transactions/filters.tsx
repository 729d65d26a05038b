import { kinds } from '../document/model';
import type { Filter } from '../parts/filter_form';
import { useSession } from '../queries';
import { directions, flows, statuses, type Filters } from '../search';
import { useTexts } from '../texts/texts';

/** The filters of the list of transactions. A participant sees one flow, and an operator no direction. */
export function useTransactionFilters(): Filter<keyof Filters>[] {
  const { t } = useTexts();
  const { role } = useSession();
  return [
    { name: 'number', label: t.numberExact, is: 'text', isSearch: true },
    { name: 'partner', label: t.partner, is: 'partner' },
    { name: 'type', label: t.kind, words: kinds, names: t.kinds },
    { name: 'status', label: t.status, words: statuses, names: t.statuses },
    role === 'operator'
      ? { name: 'flow', label: t.flow, words: flows }
      : {
          name: 'direction',
          label: t.direction,
          words: directions,
          names: { sent: t.sent, received: t.received },
        },
    { name: 'from', label: t.from, is: 'day' },
    { name: 'until', label: t.until, is: 'day' },
  ];
}

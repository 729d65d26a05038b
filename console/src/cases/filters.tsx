import { kinds } from '../document/model';
import type { Filter } from '../parts/filter_form';
import { caseStatuses, turns, type CaseFilters } from '../search';
import { useTexts } from '../texts/texts';

export function useCaseFilters(): Filter<keyof CaseFilters>[] {
  const { t } = useTexts();
  return [
    { name: 'partner', label: t.partner, is: 'partner', isSearch: true },
    { name: 'turn', label: t.turn, words: turns, names: t.turnsWanted },
    { name: 'status', label: t.status, words: caseStatuses, names: t.statuses },
    { name: 'type', label: t.kind, words: kinds, names: t.kinds },
    { name: 'from', label: t.from, is: 'day' },
    { name: 'until', label: t.until, is: 'day' },
  ];
}

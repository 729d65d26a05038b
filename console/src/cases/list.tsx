// The list of cases, for every page that shows one.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { get, type Schemas } from '../api';
import type { Column, PageOf, Renewal } from '../parts/paged_table';
import { Age } from '../parts/age';
import { markOfTest, Status } from '../parts/status';
import { PartyNames } from '../partners/party_name';
import { useSession } from '../queries';
import { daysOf, emptyPage, isReversed, type CaseFilters } from '../search';
import { useTexts } from '../texts/texts';
import { aboutOf, isOwnTurn } from './about';

/** With an interval, the list updates itself, which does not prolong a session. */
export function useCases(filters: CaseFilters, count: number, { renewedEveryMs, isFixed = false }: Renewal = {}) {
  const { role } = useSession();
  const path = role === 'operator' ? '/admin/cases' : '/v2/errors';
  return useQuery({
    queryKey: ['cases', path, filters, count],
    queryFn: async ({ signal }): Promise<PageOf<Schemas['CaseHead']>> => {
      if (isReversed(filters)) return emptyPage;
      return get(path, {
        signal,
        inBackground: renewedEveryMs !== undefined,
        query: {
          'filter[status]': filters.status,
          'filter[turn]': filters.turn,
          'filter[type]': filters.type,
          'filter[partner]': filters.partner,
          'filter[opened_between]': daysOf(filters),
          cursor: filters.cursor,
          per_page: String(count),
        },
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs ?? false,
    refetchOnWindowFocus: !isFixed,
    meta: { isLive: renewedEveryMs !== undefined },
  });
}

export function useCaseColumns(): Column<Schemas['CaseHead']>[] {
  const { t } = useTexts();
  const session = useSession();
  const { role } = session;
  const originOf = ({ origin }: Schemas['CaseHead']) => t.origins[origin] ?? origin;
  const partnersOf = (row: Schemas['CaseHead']) =>
    row.participants.filter(({ id }) => id !== session.id);
  return [
    { header: t.opened, cell: (row) => <Age at={row.openedAt} />, onPhone: () => ({ place: 'age' }) },
    {
      header: t.reason,
      cell: (row) => (
        <Link className="clamped" to="/cases/$id" params={{ id: row.id }}>
          {row.reason || originOf(row)}
        </Link>
      ),
      onPhone: () => ({ place: 'why' }),
    },
    {
      header: t.about,
      cell: (row) => <Subject of={row} />,
      onPhone: (row) => {
        const mark = role === 'operator' ? markOfTest(row.flow) : '';
        const origin = aboutOf(row, t.kinds) === '' ? originOf(row) : '';
        return { place: 'head', lead: `${mark} ${origin}`.trim() };
      },
    },
    {
      header: role === 'operator' ? t.parties : t.partner,
      cell: (row) => <PartyNames of={partnersOf(row)} />,
      isEmpty: (row) => partnersOf(row).length === 0,
    },
    ...(role === 'operator'
      ? [{ header: t.flow, cell: (row: Schemas['CaseHead']) => row.flow }]
      : []),
    {
      header: t.turn,
      cell: (row) =>
        row.status === 'open' && isOwnTurn(row, session) ? (
          <strong>{t.you}</strong>
        ) : (
          (t.turns[row.turn] ?? row.turn)
        ),
    },
    {
      header: t.status,
      cell: (row) => <Status of={row.status} />,
      onPhone: (row) => ({
        place: 'status',
        lead: row.status === 'open' && isOwnTurn(row, session) ? t.you : '',
      }),
    },
  ];
}

/** The document of a case as a link. A refused document has no page: its case shows it. */
function Subject({ of }: { of: Schemas['CaseHead'] }) {
  const { t } = useTexts();
  const about = aboutOf(of, t.kinds);
  if (of.transaction === undefined || about === '') return about;
  return (
    <Link to="/transactions/$id" params={{ id: of.transaction }}>
      {about}
    </Link>
  );
}

import { getRouteApi } from '@tanstack/react-router';

import { useCaseFilters } from '../cases/filters';
import { useCaseColumns, useCases } from '../cases/list';
import { linkToCase, useCaseActions, useSelectedCases } from '../cases/selection';
import { FilterForm } from '../parts/filter_form';
import { ListBar } from '../parts/list_bar';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { caseFiltersOf } from '../search';
import { RunAccount } from '../selection/account';
import { SelectionBar } from '../selection/actions';
import { PhoneBox } from '../selection/boxes';
import { useHasSelection, usePlace } from '../selection/selection';
import { selectionTexts } from '../texts/selection';
import { useTexts, useTextsOf } from '../texts/texts';

const route = getRouteApi('/cases');

export function Cases() {
  const { t } = useTexts();
  const own = useTextsOf(selectionTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const place = usePlace('cases', search);
  const query = useCases(search, 25, { isFixed: useHasSelection(place) });
  const selection = useSelectedCases(place, query.isPlaceholderData ? undefined : query.data?.items);
  const actions = useCaseActions();
  const { boxes } = selection;
  const columns = useCaseColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  const filters = useCaseFilters();
  useTitle(t.cases);
  return (
    <div className="stack">
      <h1>{t.cases}</h1>
      <FilterForm
        filters={filters}
        values={search}
        onChange={(changed) =>
          void navigate({
            search: (now) => caseFiltersOf({ ...now, ...changed, cursor: undefined }),
            replace: true,
          })
        }
      />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack tight">
            <RunAccount selection={selection} linkTo={linkToCase} />
            <ListBar page={page} cursor={search.cursor} keys={boxes && own.keys}>
              {boxes && <PhoneBox rows={page.items} boxes={boxes} />}
            </ListBar>
            <PagedTable
              name={t.cases}
              columns={columns}
              page={page}
              whenEmpty={page.nextCursor === null ? t.nothing : t.nothingYetFound}
              boxes={boxes}
              keyOf={({ id }) => id}
              turning={{
                cursor: search.cursor,
                to: (cursor) => void navigate({ search: { ...search, cursor } }),
              }}
            />
            <SelectionBar
              selection={selection}
              actions={actions}
              shown={page.items.length}
              isPart={search.cursor !== undefined || page.nextCursor !== null}
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}

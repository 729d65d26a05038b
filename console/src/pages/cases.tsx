import { getRouteApi } from '@tanstack/react-router';

import { useCaseFilters } from '../cases/filters';
import { useCaseColumns, useCases } from '../cases/list';
import { FilterForm } from '../parts/filter_form';
import { ListBar } from '../parts/list_bar';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { caseFiltersOf } from '../search';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/cases');

export function Cases() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useCases(search, 25);
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
            <ListBar page={page} cursor={search.cursor} />
            <PagedTable
              name={t.cases}
              columns={columns}
              page={page}
              whenEmpty={page.nextCursor === null ? t.nothing : t.nothingYetFound}
              turning={{
                cursor: search.cursor,
                to: (cursor) => void navigate({ search: { ...search, cursor } }),
              }}
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}

import { getRouteApi } from '@tanstack/react-router';

import { useCaseColumns, useCases } from '../cases/list';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useTexts } from '../texts/texts';
import { CaseFilterForm } from './case_filters';

const route = getRouteApi('/cases');

export function Cases() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useCases(search, 25);
  const columns = useCaseColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  useTitle(t.cases);
  return (
    <div className="stack">
      <h1>{t.cases}</h1>
      <CaseFilterForm />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack">
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

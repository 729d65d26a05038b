import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { useCaseColumns, useCases } from '../cases/list';
import { PagedTable } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { caseStatuses } from '../search';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/cases');

export function Cases() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useCases(search, 25);
  const columns = useCaseColumns();
  useTitle(t.cases);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.cases}</h1>
        <NativeSelect
          className="end"
          size="xs"
          aria-label={t.status}
          value={search.status ?? ''}
          data={[
            { value: '', label: t.all },
            ...caseStatuses.map((value) => ({ value, label: t.statuses[value] ?? value })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            const status = caseStatuses.find((one) => one === chosen);
            void navigate({ search: { status, cursor: undefined } });
          }}
        />
      </div>
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={t.cases}
            columns={columns}
            page={page}
            whenEmpty={t.nothing}
            turning={{
              cursor: search.cursor,
              to: (cursor) => void navigate({ search: { ...search, cursor } }),
            }}
          />
        )}
      </Loaded>
    </div>
  );
}

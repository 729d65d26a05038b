import { getRouteApi } from '@tanstack/react-router';

import { renewedEveryMs } from '../overview/times';
import { FilterForm } from '../parts/filter_form';
import { ListBar } from '../parts/list_bar';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { filtersOf } from '../search';
import { useTexts } from '../texts/texts';
import { Export } from '../transactions/export';
import { useTransactionFilters } from '../transactions/filters';
import { idOf } from '../transactions/id';
import { useTransactionColumns, useTransactions } from '../transactions/list';

const route = getRouteApi('/transactions');

export function Transactions() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const query = useTransactions(search, 25, search.cursor === undefined ? renewedEveryMs : undefined);
  const columns = useTransactionColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  const filters = useTransactionFilters();
  useTitle(t.transactions);
  return (
    <div className="stack">
      <h1>{t.transactions}</h1>
      <FilterForm
        filters={filters}
        values={search}
        onChange={(changed) =>
          void navigate({
            search: (now) => filtersOf({ ...now, ...changed, cursor: undefined }),
            replace: true,
          })
        }
      />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack tight">
            <ListBar page={page} cursor={search.cursor}>
              <Export filters={search} />
            </ListBar>
            <PagedTable
              name={t.transactions}
              columns={columns}
              page={page}
              whenEmpty={t.nothing}
              keyOf={(row) => idOf(row, session)}
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

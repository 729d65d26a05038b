import { getRouteApi } from '@tanstack/react-router';

import { renewedEveryMs } from '../overview/times';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { idOf } from '../transactions/id';
import { useTransactionColumns, useTransactions } from '../transactions/list';
import { Export } from './transaction_export';
import { FilterForm } from './transaction_filters';

const route = getRouteApi('/transactions');

export function Transactions() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const query = useTransactions(search, 25, search.cursor === undefined ? renewedEveryMs : undefined);
  const columns = useTransactionColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  useTitle(t.transactions);
  return (
    <div className="stack">
      <h1>{t.transactions}</h1>
      <FilterForm />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack">
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
      <Export filters={search} />
      <p className="dim no-print">{t.keysOfList}</p>
    </div>
  );
}

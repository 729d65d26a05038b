import { getRouteApi } from '@tanstack/react-router';

import { renewedEveryMs } from '../overview/times';
import { FilterForm } from '../parts/filter_form';
import { ListBar } from '../parts/list_bar';
import { PagedTable } from '../parts/paged_table';
import { useNextPage } from '../parts/next_page';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { filtersOf } from '../search';
import { RunAccount } from '../selection/account';
import { SelectionBar } from '../selection/actions';
import { PhoneBox } from '../selection/boxes';
import { useHasSelection, usePlace } from '../selection/selection';
import { selectionTexts } from '../texts/selection';
import { useTexts, useTextsOf } from '../texts/texts';
import { Export } from '../transactions/export';
import { useTransactionFilters } from '../transactions/filters';
import { idOf } from '../transactions/id';
import { useTransactionColumns, useTransactions } from '../transactions/list';
import { linkToTransaction, useSelectedTransactions, useTransactionActions } from '../transactions/selection';

const route = getRouteApi('/transactions');

const nextPage = () => import('./transaction');

export function Transactions() {
  const { t } = useTexts();
  const own = useTextsOf(selectionTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const place = usePlace('transactions', search);
  const isFixed = useHasSelection(place);
  const isLive = !isFixed && search.cursor === undefined;
  const query = useTransactions(search, 25, { renewedEveryMs: isLive ? renewedEveryMs : undefined, isFixed });
  const selection = useSelectedTransactions(place, query.isPlaceholderData ? undefined : query.data?.items);
  const actions = useTransactionActions();
  const { boxes } = selection;
  const columns = useTransactionColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  const filters = useTransactionFilters();
  useNextPage(query.data !== undefined, nextPage);
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
            <RunAccount selection={selection} linkTo={linkToTransaction} />
            <ListBar page={page} cursor={search.cursor} keys={boxes && own.keys}>
              {boxes && <PhoneBox rows={page.items} boxes={boxes} />}
              <Export filters={search} />
            </ListBar>
            <PagedTable
              name={t.transactions}
              columns={columns}
              page={page}
              whenEmpty={t.nothing}
              boxes={boxes}
              keyOf={(row) => idOf(row, session)}
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

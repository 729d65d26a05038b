import { Link } from '@tanstack/react-router';

import { useCaseColumns, useCases } from '../cases/list';
import { useLastRenewal } from '../changes';
import { FailingWebhooks } from '../overview/failing_webhooks';
import { OverTime } from '../overview/over_time';
import { NetworkTiles, ParticipantTiles } from '../overview/tiles';
import { renewedEveryMs } from '../overview/times';
import { PagedTable } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { caseFiltersOf, filtersOf } from '../search';
import { filled, useTexts } from '../texts/texts';
import { useTransactionColumns, useTransactions } from '../transactions/list';

const itemsShown = 8;
const openCases = caseFiltersOf({ status: 'open' });

export function Overview() {
  const { t, clock } = useTexts();
  const { role } = useSession();
  const renewed = useLastRenewal();
  useTitle(t.overview);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.overview}</h1>
        {renewed > 0 && <span className="dim end">{filled(t.updated, { at: clock(renewed) })}</span>}
      </div>
      {role === 'operator' ? <NetworkTiles of="all" /> : <ParticipantTiles of="all" />}
      <FailingWebhooks />
      <OverTime />
      <OpenCases />
      <Latest />
    </div>
  );
}

function OpenCases() {
  const { t } = useTexts();
  const columns = useCaseColumns();
  const query = useCases(openCases, itemsShown, { renewedEveryMs });
  return (
    <section className="stack" aria-label={t.openCases}>
      <div className="row">
        <h2>{t.openCases}</h2>
        <Link className="end" to="/cases" search={caseFiltersOf({})}>
          {t.allCases}
        </Link>
      </div>
      <Loaded query={query}>
        {({ items }) => (
          <PagedTable
            name={t.openCases}
            columns={columns}
            page={{ items, nextCursor: null }}
            whenEmpty={t.nothingYet}
          />
        )}
      </Loaded>
    </section>
  );
}

function Latest() {
  const { t } = useTexts();
  const columns = useTransactionColumns();
  const query = useTransactions(filtersOf({}), itemsShown, { renewedEveryMs });
  return (
    <section className="stack" aria-label={t.latest}>
      <div className="row">
        <h2>{t.latest}</h2>
        <Link className="end" to="/transactions" search={filtersOf({})}>
          {t.allTransactions}
        </Link>
      </div>
      <Loaded query={query}>
        {({ items }) => (
          <PagedTable
            name={t.latest}
            columns={columns}
            page={{ items, nextCursor: null }}
            whenEmpty={t.nothingYet}
          />
        )}
      </Loaded>
    </section>
  );
}

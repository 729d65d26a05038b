// The first page: the work that waits for the user's side.
import { Link } from '@tanstack/react-router';

import { useCaseColumns, useCases } from '../cases/list';
import { useLastRenewal } from '../changes';
import { FailingWebhooks } from '../overview/failing_webhooks';
import { NetworkTiles, ParticipantTiles } from '../overview/tiles';
import { renewedEveryMs } from '../overview/times';
import { PagedTable } from '../parts/paged_table';
import { useRowKeys } from '../parts/row_keys';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { caseFiltersOf, filtersOf } from '../search';
import { filled, useTexts } from '../texts/texts';
import { useTransactionColumns, useTransactions } from '../transactions/list';

const itemsShown = 25;
const documentsShown = 10;
const waiting = filtersOf({ status: 'PENDING', direction: 'received' });
const ownCases = caseFiltersOf({ status: 'open', turn: 'own' });

export function YourTurn() {
  const { t, clock } = useTexts();
  const { role } = useSession();
  const renewed = useLastRenewal();
  useTitle(t.yourTurn);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.yourTurn}</h1>
        {renewed > 0 && <span className="dim end">{filled(t.updated, { at: clock(renewed) })}</span>}
      </div>
      {role === 'operator' ? <NetworkTiles of="waiting" /> : <ParticipantTiles of="waiting" />}
      <FailingWebhooks />
      <OwnCases />
      {role === 'participant' && <WaitingDocuments />}
    </div>
  );
}

/** The newest documents that the user's system has not processed. Shows nothing if there are none. */
function WaitingDocuments() {
  const { t } = useTexts();
  const known = [t.recipient, t.status, t.reason];
  const columns = useTransactionColumns().filter(({ header }) => !known.includes(header));
  const query = useTransactions(waiting, documentsShown, { renewedEveryMs });
  const rows = useRowKeys(query.data !== undefined);
  if (query.data?.items.length === 0) return null;
  return (
    <section className="stack" aria-label={t.waitingDocuments}>
      <div className="row">
        <h2>{t.waitingDocuments}</h2>
        <Link className="end" to="/transactions" search={waiting}>
          {t.allWaiting}
        </Link>
      </div>
      <Loaded query={query}>
        {({ items }) => (
          <div ref={rows}>
            <PagedTable
              name={t.waitingDocuments}
              columns={columns}
              page={{ items, nextCursor: null }}
              whenEmpty={t.nothingYet}
              keyOf={({ platformTransactionId }) => platformTransactionId}
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function OwnCases() {
  const { t } = useTexts();
  const columns = useCaseColumns().filter(({ header }) => header !== t.turn && header !== t.status);
  const query = useCases(ownCases, itemsShown, { renewedEveryMs });
  const rows = useRowKeys(query.data !== undefined);
  return (
    <section className="stack" aria-label={t.ownCases}>
      <div className="row">
        <h2>{t.ownCases}</h2>
        <Link className="end" to="/cases" search={caseFiltersOf({ status: 'open' })}>
          {t.openCases}
        </Link>
      </div>
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack">
            <PagedTable
              name={t.ownCases}
              columns={columns}
              page={{ items: page.items, nextCursor: null }}
              whenEmpty={t.noOwnCases}
              keyOf={({ id }) => id}
            />
            {page.nextCursor !== null && (
              <Link to="/cases" search={{ ...ownCases, cursor: page.nextCursor }}>
                {t.moreOwnCases}
              </Link>
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}

// All inboxes of the network, the ones with trouble first.
import { useLastRenewal } from '../changes';
import { QueueTable } from '../overview/queue_table';
import { useQueues } from '../overview/queues';
import { byTrouble } from '../overview/trouble';
import { useRowKeys } from '../parts/row_keys';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';

export function Queues() {
  return useSession().role === 'operator' ? <All /> : <NoPage />;
}

function All() {
  const { t, clock } = useTexts();
  const a = useAdministration();
  const renewed = useLastRenewal();
  const query = useQueues();
  const rows = useRowKeys(query.data !== undefined);
  useTitle(t.queues);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.queues}</h1>
        {renewed > 0 && <span className="dim end">{filled(t.updated, { at: clock(renewed) })}</span>}
      </div>
      <p className="dim">{a.queuesHelp}</p>
      <Loaded query={query}>
        {({ items, nextCursor }) => (
          <div ref={rows} className="stack">
            <QueueTable of={[...items].sort(byTrouble)} />
            {nextCursor !== null && <p className="dim">{t.thereAreMore}</p>}
          </div>
        )}
      </Loaded>
    </div>
  );
}

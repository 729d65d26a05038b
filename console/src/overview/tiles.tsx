// Numbers of pending documents and cases. For operators, also the queues with the longest wait.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { get, type Schemas } from '../api';
import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { filtersOf } from '../search';
import { useTexts } from '../texts/texts';
import { CountOfDocuments } from '../transactions/count';
import { QueueTable } from './queue_table';
import { renewedEveryMs } from './times';

/** "waiting" omits zeros and failures, because a failure that waits for the user has a case. */
type Wanted = 'all' | 'waiting';

interface Tile {
  name: string;
  count: number;
  note?: ReactNode;
  status?: 'PENDING' | 'FAILED' | 'HELD';
  direction?: 'sent' | 'received';
  /** The page that shows them, if not the list of transactions. */
  to?: '/relationships' | '/queues' | '/partners';
}

function Tiles({ of, wanted }: { of: Tile[]; wanted: Wanted }) {
  const { number } = useTexts();
  const shown = of.filter(
    ({ count, status }) => wanted === 'all' || (count > 0 && status !== 'FAILED'),
  );
  if (shown.length === 0) return null;
  return (
    <div className="tiles">
      {shown.map(({ name, count, note, status, direction, to }) => {
        const text = (
          <>
            <b>{number(count)}</b>
            {name}
            {note !== undefined && <span className="dim note">{note}</span>}
          </>
        );
        const className = count === 0 ? 'card tile quiet' : 'card tile';
        if (to !== undefined) {
          return (
            <Link key={name} className={className} to={to}>
              {text}
            </Link>
          );
        }
        if (status === undefined) {
          return (
            <div key={name} className={className}>
              {text}
            </div>
          );
        }
        return (
          <Link
            key={name}
            className={className}
            to="/transactions"
            search={filtersOf({ status, direction })}
          >
            {text}
          </Link>
        );
      })}
    </div>
  );
}

export function NetworkTiles({ of: wanted }: { of: Wanted }) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: ['overview', 'network'],
    queryFn: ({ signal }) => get('/admin/overview', { signal, inBackground: true }),
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  return (
    <Loaded query={query}>
      {({ data }) => {
        const sum = (of: 'pending' | 'failed' | 'held' | 'overdue') =>
          data.flows.reduce((whole, flow) => whole + flow[of], 0);
        return (
          <>
            <Tiles
              wanted={wanted}
              of={[
                { name: t.waiting, count: sum('pending'), status: 'PENDING' },
                { name: t.statuses['FAILED'] ?? '', count: sum('failed'), status: 'FAILED' },
                { name: t.heldTile, count: sum('held'), to: '/relationships' },
                { name: t.overdueTile, count: sum('overdue'), to: '/queues' },
              ]}
            />
            {wanted === 'all' && <LongestWaiting of={data.longestWaiting} />}
          </>
        );
      }}
    </Loaded>
  );
}

function LongestWaiting({ of }: { of: Schemas['WaitingQueue'][] }) {
  const { t } = useTexts();
  return (
    <section className="stack" aria-label={t.queues}>
      <div className="row">
        <h2>{t.queues}</h2>
        <Link className="end" to="/queues">
          {t.allQueues}
        </Link>
      </div>
      <QueueTable of={of} />
    </section>
  );
}

export function ParticipantTiles({ of: wanted }: { of: Wanted }) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: ['overview', 'own'],
    queryFn: ({ signal }) => get('/v2/overview', { signal, inBackground: true }),
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  return (
    <Loaded query={query}>
      {({ data }) => (
        <>
          <Tiles
            wanted={wanted}
            of={[
              {
                name: t.waitingForYou,
                count: data.pending,
                status: 'PENDING',
                direction: 'received',
                ...(data.oldest !== null && { note: <>{t.oldest}: <Age at={data.oldest} /></> }),
              },
              {
                name: t.failedHere,
                count: data.failed,
                status: 'FAILED',
                direction: 'received',
              },
              { name: t.heldForYou, count: data.heldIncoming, to: '/partners' },
              { name: t.heldOfYours, count: data.heldOutgoing, status: 'HELD', direction: 'sent' },
            ]}
          />
          {data.overduePartners.length > 0 && <Overdue of={data.overduePartners} />}
        </>
      )}
    </Loaded>
  );
}

type Overdue = Schemas['OwnOverview']['overduePartners'][number];

/** The number of the user's documents that the partner has not collected. */
function OwnDocuments({ of: { partner, count } }: { of: Overdue }) {
  const { number } = useTexts();
  if (partner.id === null) return number(count);
  return <CountOfDocuments count={count} filters={{ partner: partner.id, direction: 'sent', status: 'PENDING' }} />;
}

function Overdue({ of }: { of: Overdue[] }) {
  const { t } = useTexts();
  const columns: Column<Overdue>[] = [
    {
      header: t.partner,
      cell: (row) => (
        <Link to="/cases/$id" params={{ id: row.case }}>
          {row.partner.name}
        </Link>
      ),
    },
    { header: t.yoursWaiting, isNumber: true, cell: (row) => <OwnDocuments of={row} /> },
  ];
  return (
    <section className="stack" aria-label={t.overduePartners}>
      <h2>{t.overduePartners}</h2>
      <PagedTable
        name={t.overduePartners}
        columns={columns}
        page={{ items: of, nextCursor: null }}
        whenEmpty={t.nothingYet}
      />
    </section>
  );
}

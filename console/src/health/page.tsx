// The checks of the node that answers, the worst first, and the nodes of the exchange.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { addressOf, get, type Schemas } from '../api';
import { useLastRenewal } from '../changes';
import { Age } from '../parts/age';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { healthTexts } from '../texts/health';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { byState, countOf, inUnits, worstOf, type Check } from './order';

const renewedEveryMs = 10_000;

const looks: Record<Check['state'], string> = { ok: 'good', warning: 'waiting', failing: 'bad', unknown: '' };

export function HealthPage() {
  return useSession().role === 'operator' ? <Health /> : <NoPage />;
}

function Health() {
  const { t, clock } = useTexts();
  const renewed = useLastRenewal();
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => get('/admin/health', { signal, inBackground: true }),
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  useTitle(t.health);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.health}</h1>
        {renewed > 0 && <span className="dim end">{filled(t.updated, { at: clock(renewed) })}</span>}
      </div>
      <Loaded query={query}>{({ data }) => <Found of={data} />}</Loaded>
    </div>
  );
}

function Found({ of }: { of: Schemas['ExchangeHealth'] }) {
  const own = useTextsOf(healthTexts);
  return (
    <>
      <Summary of={of} />
      <ul className="plain card bare checks" aria-label={own.checks}>
        {byState(of.checks).map((check) => (
          <OneCheck key={check.code} of={check} />
        ))}
      </ul>
      <Nodes of={of.nodes} name={of.node} />
    </>
  );
}

function Summary({ of: { checks, node, version, startedAt } }: { of: Schemas['ExchangeHealth'] }) {
  const { number } = useTexts();
  const own = useTextsOf(healthTexts);
  const worst = worstOf(checks);
  const failing = countOf(checks, 'failing');
  const warnings = countOf(checks, 'warning');
  const counts = [
    ...(failing > 0 ? [filled(failing === 1 ? own.oneFails : own.fail, { count: number(failing) })] : []),
    ...(warnings > 0 ? [filled(warnings === 1 ? own.oneWarns : own.warn, { count: number(warnings) })] : []),
  ];
  return (
    <div className="card">
      <p className={`status sum ${looks[worst]}`} role="status">
        {worst === 'ok' ? own.allGood : counts.join(', ')}
      </p>
      <p className="dim any">
        {filled(own.ofNode, { node, version })} <Age at={startedAt} />
      </p>
    </div>
  );
}

function OneCheck({ of: { code, state, message, help, figures } }: { of: Check }) {
  const own = useTextsOf(healthTexts);
  return (
    <li className="check">
      <span className={`status ${looks[state]}`}>{own.states[state]}</span>
      <div>
        <h2>{own.names[code]}</h2>
        <p className="any">{message}</p>
        <Figures of={figures} />
      </div>
      {help !== null && (
        <a href={addressOf(help)} aria-label={filled(own.helpOf, { check: own.names[code] })}>
          {own.help}
        </a>
      )}
    </li>
  );
}

function Figures({ of }: { of: Check['figures'] }) {
  const { number } = useTexts();
  const own = useTextsOf(healthTexts);
  const bytes = (count: number | undefined) => {
    if (count === undefined) return undefined;
    const { value, unit } = inUnits(count);
    return `${number(value)} ${unit}`;
  };
  const age = (at: string | undefined) => at !== undefined && <Age at={at} />;
  const seconds = (count: number | undefined) =>
    count !== undefined && count !== 0 && filled(own.seconds, { count: number(count) });
  const count = (of: number | undefined) => of !== undefined && of !== 0 && number(of);
  const format =
    of.storeFormat !== undefined &&
    filled(own.formats, { format: number(of.storeFormat), newest: number(of.newestStoreFormat ?? of.storeFormat) });
  const shown: [string, ReactNode][] = [
    [own.freeBytes, bytes(of.freeBytes)],
    [own.bytes, bytes(of.bytes)],
    [own.lastRecordAt, age(of.lastRecordAt)],
    [own.answeredAt, age(of.answeredAt)],
    [own.takenAt, age(of.takenAt)],
    [own.endsAt, age(of.endsAt)],
    [own.behindSeconds, seconds(of.behindSeconds)],
    [own.clockFalls, count(of.clockFalls)],
    [own.aheadOfDatabaseSeconds, seconds(of.aheadOfDatabaseSeconds)],
    [own.storeFormat, format],
    [own.failing, count(of.failing)],
    [own.waiting, count(of.waiting)],
    [own.oldestAt, age(of.oldestAt)],
  ];
  const present = shown.filter(([, value]) => value !== undefined && value !== false);
  if (present.length === 0) return null;
  return (
    <dl className="dim">
      {present.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Node = Schemas['ExchangeNode'];

function Nodes({ of, name }: { of: Node[]; name: string }) {
  const own = useTextsOf(healthTexts);
  const columns: Column<Node>[] = [
    {
      header: own.node,
      cell: ({ id, isThis }) => <span className="any">{isThis ? filled(own.thisNode, { name }) : id}</span>,
      onPhone: () => ({ place: 'head' }),
    },
    { header: own.version, cell: ({ version }) => version, onPhone: () => ({ place: 'partner' }) },
    {
      header: own.servingSince,
      cell: ({ servingSince }) => <Age at={servingSince} />,
      onPhone: () => ({ place: 'line', lead: `${own.servingSince}:` }),
    },
    {
      header: own.seenAt,
      cell: ({ seenAt }) => <Age at={seenAt} hasSeconds />,
      onPhone: () => ({ place: 'age', lead: `${own.seenAt}:` }),
    },
  ];
  return (
    <section className="stack" aria-label={own.nodes}>
      <h2>{own.nodes}</h2>
      <PagedTable
        name={own.nodes}
        columns={columns}
        page={{ items: of, nextCursor: null }}
        whenEmpty=""
        keyOf={({ id }) => id ?? name}
      />
    </section>
  );
}

// Documents over time: by hour, day or month, and by status or kind.
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { get, type Answer } from '../api';
import { kinds } from '../document/model';
import { Chart, type Column, type Series } from '../parts/chart';
import { Loaded } from '../parts/states';
import { useSession } from '../queries';
import { filtersOf, flows } from '../search';
import { useTexts } from '../texts/texts';
import {
  beginnings,
  columnOf,
  daysOfColumn,
  labelOf,
  questionFor,
  renewedEveryMs,
  steps,
  withCounts,
  type Step,
} from './times';

const splits = ['status', 'type'] as const;
type Split = (typeof splits)[number];
type Count = Answer<'/v2/statistics'>['data'][number];

const looks = { SUCCESS: 'good', PENDING: 'waiting', FAILED: 'bad', DROPPED: 'quiet' } as const;
const kindsShown = 5;

export function OverTime() {
  const { t } = useTexts();
  const { role } = useSession();
  const [step, setStep] = useState<Step>('day');
  const [split, setSplit] = useState<Split>('status');
  const [flow, setFlow] = useState<string>('LIVE');
  const [isTable, setIsTable] = useState(false);
  const isOperator = role === 'operator';
  const query = useQuery({
    queryKey: ['statistics', role, step, flow],
    // The counts of the last period are shown until the next ones arrive, so they know their period.
    queryFn: async ({ signal }) => {
      const at = Date.now();
      const asked = { signal, inBackground: true, query: questionFor(step, at) };
      const { data } = isOperator
        ? await get('/admin/statistics', { ...asked, query: { ...asked.query, flow } })
        : await get('/v2/statistics', asked);
      return { of: data, at, step, flow: isOperator ? flow : undefined };
    },
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs,
    meta: { isLive: true },
  });
  const stepNames = { hour: t.byHour, day: t.byDay, month: t.byMonth };
  const splitNames = { status: t.byStatus, type: t.byKind };
  return (
    <section className="card stack" aria-label={t.overTime}>
      <div className="row">
        <h2>{t.overTime}</h2>
        <div className="row end">
          <NativeSelect
            size="xs"
            aria-label={t.step}
            value={step}
            data={steps.map((value) => ({ value, label: stepNames[value] }))}
            onChange={({ currentTarget }) => setStep(currentTarget.value as Step)}
          />
          <NativeSelect
            size="xs"
            aria-label={t.split}
            value={split}
            data={splits.map((value) => ({ value, label: splitNames[value] }))}
            onChange={({ currentTarget }) => setSplit(currentTarget.value as Split)}
          />
          {isOperator && (
            <NativeSelect
              size="xs"
              aria-label={t.flow}
              value={flow}
              data={[...flows]}
              onChange={({ currentTarget }) => setFlow(currentTarget.value)}
            />
          )}
          <Button
            variant="default"
            size="xs"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t.asTable}
          </Button>
        </div>
      </div>
      <Loaded query={query}>
        {(counted) => <Counts {...counted} split={split} isTable={isTable} />}
      </Loaded>
    </section>
  );
}

interface OfCounts {
  of: Count[];
  at: number;
  step: Step;
  split: Split;
  flow: string | undefined;
  isTable: boolean;
}

function Counts({ of, at, step, split, flow, isTable }: OfCounts) {
  const { t, time } = useTexts();
  const series = useMemo(() => seriesOf(of, split, t), [of, split, t]);
  const columns = useMemo<Column[]>(() => {
    const begins = withCounts(beginnings(step, at), step, of.map((count) => count.begins));
    const made = begins.map((one, place) => ({
      begins: one,
      ...time(one, step),
      labelled: labelOf(begins, place, step),
      counts: series.map(() => 0),
      filters: filtersOf({ ...daysOfColumn(one, step), flow }),
    }));
    for (const count of of) {
      const counts = made[columnOf(begins, count.begins)]?.counts;
      const known = series.findIndex(({ id }) => id === count[split]);
      const place = known < 0 ? series.length - 1 : known;
      if (counts) counts[place] = (counts[place] ?? 0) + count.count;
    }
    return made;
  }, [of, at, step, split, flow, series, time]);
  const stepNames = { hour: t.hour, day: t.day, month: t.month };
  return (
    <Chart
      name={t.overTime}
      columns={columns}
      series={series}
      isTable={isTable}
      step={stepNames[step]}
    />
  );
}

type Words = ReturnType<typeof useTexts>['t'];

/** Returns a series for each status, or for each frequent kind and one for the other kinds. */
function seriesOf(counts: Count[], split: Split, t: Words): Series[] {
  if (split === 'status') {
    return Object.entries(looks).map(([id, look]) => ({ id, name: t.statuses[id] ?? id, look }));
  }
  const totals = new Map<string, number>();
  for (const { type, count } of counts) totals.set(type, (totals.get(type) ?? 0) + count);
  const frequent = kinds
    .filter((kind) => totals.has(kind))
    .sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0));
  const series = frequent.slice(0, kindsShown).map((id, at) => ({
    id,
    name: t.kinds[id] ?? id,
    look: `series-${at + 1}`,
  }));
  return [...series, { id: '', name: t.otherKinds, look: 'quiet' }];
}

// Times of the overview. A chart has a column for each hour, day or month of UTC, as the exchange
// counts them.

/** The interval at which the overview updates itself. */
export const renewedEveryMs = 60_000;

export const steps = ['hour', 'day', 'month'] as const;
export type Step = (typeof steps)[number];

const shown = { hour: 48, day: 31, month: 12 } as const;
const shownAtLeast = { hour: 24, day: 7, month: 3 } as const;
const labelsMax = 7;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const lengthMs = { hour: hourMs, day: dayMs } as const;

/** Returns the beginnings of the columns. The last column contains the present moment. */
export function beginnings(step: Step, now: number): number[] {
  const count = shown[step];
  if (step === 'month') {
    const at = new Date(now);
    return Array.from({ length: count }, (_, i) =>
      Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - (count - 1 - i), 1),
    );
  }
  const length = lengthMs[step];
  const last = Math.floor(now / length) * length;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * length);
}

/** Returns the query for the counts. The exchange counts by hour and by day. */
export function questionFor(step: Step, now: number) {
  const from = beginnings(step, now)[0] ?? now;
  const length = lengthMs[step === 'hour' ? 'hour' : 'day'];
  const end = (Math.floor(now / length) + 1) * length;
  return {
    from: new Date(from).toISOString(),
    to: new Date(end).toISOString(),
    step: step === 'hour' ? 'hour' : 'day',
  };
}

/** Returns the index of the column that a count belongs to, or -1. */
export function columnOf(columns: number[], begins: string): number {
  const at = Date.parse(begins);
  return columns.findLastIndex((one) => one <= at);
}

/** Leaves out the columns before the first count, but not the last days, hours or months. */
export function withCounts(columns: number[], step: Step, counted: string[]): number[] {
  const first = Math.min(columns.length, ...counted.map((begins) => columnOf(columns, begins)));
  return columns.slice(Math.max(0, Math.min(first, columns.length - shownAtLeast[step])));
}

/** Returns if a column has a label, and if the label is left out on a phone. Hours are local. */
export function labelOf(columns: number[], at: number, step: Step): 'always' | 'ifWide' | undefined {
  const every = step === 'hour' ? 6 : Math.ceil(columns.length / labelsMax);
  const place = step === 'hour' ? new Date(columns[at] ?? 0).getHours() : columns.length - 1 - at;
  if (place % every !== 0) return undefined;
  return place % (2 * every) === 0 ? 'always' : 'ifWide';
}

/** Returns the days of UTC that a column lies in, as the filters of transactions have them. */
export function daysOfColumn(begins: number, step: Step): { from: string; until: string } {
  const at = new Date(begins);
  const last = step === 'month' ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0) : begins;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(begins), until: day(last) };
}

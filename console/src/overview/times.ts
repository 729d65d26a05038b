// The columns of a chart: hours, days or months of UTC, as the exchange counts them.
export const steps = ['hour', 'day', 'month'] as const;
export type Step = (typeof steps)[number];

const shown = { hour: 48, day: 31, month: 12 } as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const lengthMs = { hour: hourMs, day: dayMs } as const;

/** Where the columns begin; the last one has now in it. */
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

/** What to ask for: the exchange counts by the hour and by the day. */
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

/** Which of the columns a count belongs to; -1: none. */
export function columnOf(columns: number[], begins: string): number {
  const at = Date.parse(begins);
  return columns.findLastIndex((one) => one <= at);
}

const intervalsMax = 5;

/** Returns round numbers at equal distances, from 0 to the first that is at least `most`. */
export function ticksUpTo(most: number): number[] {
  const least = Math.max(1, most / intervalsMax);
  const scale = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((one) => one * scale >= least) ?? 10) * scale;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

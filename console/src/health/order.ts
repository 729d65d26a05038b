// The checks of a node in the order in which an operator reads them.
import type { Schemas } from '../api';

export type Check = Schemas['HealthCheck'];
type State = Check['state'];

const worstFirst: State[] = ['failing', 'warning', 'unknown', 'ok'];

/** Sorts the checks, the worst state first. Checks of the same state keep their order. */
export const byState = (checks: Check[]): Check[] =>
  [...checks].sort((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));

/** Returns the worst state. A state that the exchange does not know is no problem. */
export function worstOf(checks: Check[]): Exclude<State, 'unknown'> {
  if (checks.some(({ state }) => state === 'failing')) return 'failing';
  return checks.some(({ state }) => state === 'warning') ? 'warning' : 'ok';
}

export const countOf = (checks: Check[], wanted: State): number =>
  checks.filter(({ state }) => state === wanted).length;

const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Returns a number of bytes in the largest unit that it reaches, with one decimal place. */
export function inUnits(bytes: number): { value: number; unit: string } {
  let value = bytes / 1_024;
  let at = 0;
  for (; value >= 1_024 && at < units.length - 1; ++at) value /= 1_024;
  return { value: Math.round(value * 10) / 10, unit: units[at] ?? '' };
}

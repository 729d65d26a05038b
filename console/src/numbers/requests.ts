// Requests about the ranges from which the exchange numbers documents.
import { useQuery } from '@tanstack/react-query';

import { change, get, type Schemas } from '../api';
import { may, useSession } from '../queries';

export type NumberRange = Schemas['NumberRange'];

const path = '/v2/profile/number-ranges';
const pathOf = (kind: string) => `${path}/${encodeURIComponent(kind)}` as const;

export const rangesKey = ['number ranges'];
export const getRanges = async (signal: AbortSignal): Promise<NumberRange[]> =>
  (await get(path, { signal })).data.ranges;

/** Asks for the ranges if the user may send documents. */
export const useRanges = () =>
  useQuery({
    queryKey: rangesKey,
    queryFn: ({ signal }) => getRanges(signal),
    enabled: may(useSession(), 'send'),
  });

export async function setRange(kind: string, range: Schemas['NumberRangeRequest']): Promise<void> {
  await change(pathOf(kind), range, 'PUT');
}

export async function removeRange(kind: string): Promise<void> {
  await change(pathOf(kind), undefined, 'DELETE');
}

/** Returns a number that no other document gets. */
export async function takeNumber(kind: string): Promise<string> {
  const answer = JSON.parse(await change(`${pathOf(kind)}/numbers`)) as Schemas['NumberAnswer'];
  return answer.data.number;
}

// The search parameters of the pages. A value that a page does not know is undefined.
import { kinds } from './document/model';

export const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => word === value);

export const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'DROPPED', 'HELD', 'UNKNOWN'] as const;
export const directions = ['sent', 'received'] as const;
export const flows = ['LIVE', 'TEST'] as const;
export const tabs = ['document', 'json', 'life', 'versions', 'related', 'labels'] as const;
export type Tab = (typeof tabs)[number];
export const caseStatuses = ['open', 'resolved'] as const;
export const turns = ['own', 'others'] as const;

export const relationshipStatuses = ['requested', 'active', 'blocked'] as const;

export const filtersOf = (search: Record<string, unknown>) => ({
  type: oneOf(kinds)(search['type']),
  status: oneOf(statuses)(search['status']),
  direction: oneOf(directions)(search['direction']),
  flow: oneOf(flows)(search['flow']),
  number: text(search['number']),
  partner: text(search['partner']),
  from: text(search['from']),
  until: text(search['until']),
  cursor: text(search['cursor']),
});
export const caseFiltersOf = (search: Record<string, unknown>) => ({
  status: oneOf(caseStatuses)(search['status']),
  turn: oneOf(turns)(search['turn']),
  type: oneOf(kinds)(search['type']),
  partner: text(search['partner']),
  from: text(search['from']),
  until: text(search['until']),
  cursor: text(search['cursor']),
});
export const outcomes = ['succeeded', 'refused', 'failed'] as const;
interface RequestFilters {
  outcome?: (typeof outcomes)[number] | undefined;
}
export const requestFiltersOf = (search: Record<string, unknown>): RequestFilters => ({
  outcome: oneOf(outcomes)(search['outcome']),
});
/** The last one finds the partners that hold documents of the own participant. */
export const partnerChoices = [...relationshipStatuses, 'held'] as const;
interface PartnerFilters {
  status?: (typeof partnerChoices)[number] | undefined;
  cursor?: string | undefined;
}
export const partnerFiltersOf = (search: Record<string, unknown>): PartnerFilters => ({
  status: oneOf(partnerChoices)(search['status']),
  cursor: text(search['cursor']),
});
interface ComposedFor {
  type?: (typeof kinds)[number] | undefined;
  partner?: string | undefined;
  /** Absent if an identifier of the partner is known. */
  gln?: string | undefined;
}
export const composingOf = (search: Record<string, unknown>): ComposedFor => ({
  type: oneOf(kinds)(search['type']),
  partner: text(search['partner']),
  gln: text(search['gln']),
});
export type CaseFilters = ReturnType<typeof caseFiltersOf>;

interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

/** True if a period ends before it begins, so that nothing is in it. */
export const isReversed = ({ from, until }: Days) =>
  from !== undefined && until !== undefined && from > until;

export const emptyPage = { items: [], nextCursor: null };

/** Returns a period of days. An open end is replaced by the earliest or the latest day. */
export function daysOf({ from, until }: Days) {
  if (from === undefined && until === undefined) return undefined;
  return `${from ?? '0001-01-01'},${until ?? '9999-12-31'}`;
}

export type Filters = ReturnType<typeof filtersOf>;

// The retention rules as the texts of a form, one for each kind.
import { kinds } from '../document/model';
import type { RetentionRule } from './requests';

export type Kind = RetentionRule['kind'];
export interface Days {
  content: string;
  row: string;
}
export type DaysByKind = Record<Kind, Days>;

export const allKinds = kinds as Kind[];

export function daysOf(rules: RetentionRule[]): DaysByKind {
  const entries = allKinds.map((kind) => {
    const rule = rules.find((one) => one.kind === kind);
    const days = { content: String(rule?.contentDays ?? ''), row: String(rule?.rowDays ?? '') };
    return [kind, days] as const;
  });
  return Object.fromEntries(entries) as DaysByKind;
}

/** A kind without a number of days has no rule. */
export function rulesOf(days: DaysByKind): { rules: RetentionRule[]; kinds: Kind[] } {
  const named = allKinds.filter((kind) => days[kind].content.trim() !== '' || days[kind].row.trim() !== '');
  const rules = named.map((kind): RetentionRule => {
    const { content, row } = days[kind];
    // Without another number, the content stays as long as the whole document.
    const contentDays = Number(content.trim() === '' ? row : content);
    return row.trim() === '' ? { kind, contentDays } : { kind, contentDays, rowDays: Number(row) };
  });
  return { rules, kinds: named };
}

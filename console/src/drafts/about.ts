// The values of a draft that follow from its document.
import type { Json } from '../document/exact_json';
import { numberOf } from '../document/model';

/** What a document answers or corrects. */
export interface Target {
  transactionId?: string | undefined;
  caseId?: string | undefined;
}

export interface OfDraft {
  kind: string;
  text: string;
  content: Json | undefined;
  target: Target;
  partner: string;
}

const lengthMax = 200;

/** Cuts a text without splitting a character. */
export const cut = (text: string) => Array.from(text).slice(0, lengthMax).join('');

/** Returns the body that saves a draft. Its name is the number of the document, in any language. */
export const bodyOfDraft = ({ kind, text, content, target, partner }: OfDraft) => ({
  kind,
  name: cut(numberOf(kind, content) ?? ''),
  partner: cut(partner),
  ...(target.transactionId !== undefined && { transactionId: target.transactionId }),
  ...(target.caseId !== undefined && { caseId: target.caseId }),
  document: text,
});

interface About {
  kind: string;
  transactionId: string | null;
  caseId: string | null;
}

/** Returns true if the draft is about the same thing. A document that follows from no other one has no target. */
export function isAbout({ kind, transactionId, caseId }: About, of: OfDraft): boolean {
  const { target } = of;
  if (kind !== of.kind || (target.transactionId === undefined && target.caseId === undefined)) return false;
  return transactionId === (target.transactionId ?? null) && caseId === (target.caseId ?? null);
}

/** For example: Order 4711. */
export const nameOfDraft = ({ kind, name }: { kind: string; name: string }, kinds: Record<string, string>) =>
  [kinds[kind] ?? kind, name].filter(Boolean).join(' ');

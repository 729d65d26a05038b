import type { Happening } from './requests';

/**
 * Returns the part of the sentence that the other columns of a happening do not show. It follows the
 * number of the document and the name of the partner.
 */
export function detailOf({ sentence, number }: Pick<Happening, 'sentence' | 'number'>): string {
  if (number === null) return sentence;
  const start = sentence.indexOf(number);
  if (start < 0) return sentence;
  const rest = sentence.slice(start + number.length);
  const colon = rest.indexOf(': ');
  if (colon >= 0) return rest.slice(colon + 2);
  return /\[[^\]]*\]$/.exec(rest)?.[0] ?? '';
}

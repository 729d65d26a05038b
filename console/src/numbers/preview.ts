export interface RangeTexts {
  prefix: string;
  next: string;
  width: string;
}

const wholeNumber = /^[1-9]\d*$/;

/** Returns the number that the exchange gives next, or undefined while a field has no number. */
export function previewOf({ prefix, next, width }: RangeTexts): string | undefined {
  const [digits, least] = [next.trim(), width.trim()];
  if (!wholeNumber.test(digits) || !wholeNumber.test(least) || Number(least) > 12) return undefined;
  return prefix.trim() + digits.padStart(Number(least), '0');
}

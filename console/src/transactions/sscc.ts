const ssccDigits = 18;

/** Returns the 18 digits of a valid SSCC without spaces, or undefined. */
export function ssccIn(text: string | undefined): string | undefined {
  const digits = (text ?? '').replace(/\s/g, '');
  if (digits.length !== ssccDigits || !/^\d+$/.test(digits)) return undefined;
  const sum = Array.from(digits, Number).reduce((all, one, index) => all + one * (index % 2 ? 1 : 3), 0);
  return sum % 10 === 0 ? digits : undefined;
}

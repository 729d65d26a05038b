// JSON with exact numbers: a document can have numbers with more digits than a double.

/** A number with all digits of its text. */
export class Exact {
  constructor(readonly digits: string) {}
}

const digitsMax = 100;

/** Returns a product with all of its digits, and undefined for a number with an exponent. */
export function product(one: Exact, other: Exact): Exact | undefined {
  const numbers = [one, other].map(({ digits }) => /^(-?\d+)(?:\.(\d+))?$/.exec(digits) ?? []);
  const [places = 0, otherPlaces = 0] = numbers.map(([, , decimals = '']) => decimals.length);
  const [factor, otherFactor] = numbers.map(([text = '', whole, decimals = '']) =>
    whole === undefined || text.length > digitsMax ? undefined : BigInt(whole + decimals),
  );
  if (factor === undefined || otherFactor === undefined) return undefined;
  const whole = factor * otherFactor;
  const digits = String(whole < 0n ? -whole : whole).padStart(places + otherPlaces + 1, '0');
  const point = digits.length - places - otherPlaces;
  // Zeros stay up to the places of a factor, as in 12.90.
  const kept = digits.slice(point, point + Math.max(places, otherPlaces));
  const decimals = kept + digits.slice(point + kept.length).replace(/0+$/, '');
  const sign = whole < 0n ? '-' : '';
  return new Exact(`${sign}${digits.slice(0, point)}${decimals && `.${decimals}`}`);
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

// Browsers without the third parameter give the digits of a double.
const keepDigits: Reviver = (_key, value, context) =>
  typeof value === 'number' ? new Exact(context?.source ?? String(value)) : value;

export function exactJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

/** Returns undefined if the text is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return exactJson(text) as Json;
  } catch {
    return undefined;
  }
}

/** False in a browser that would change numbers of a document. */
export const keepsDigits = () => (exactJson('1.0') as Exact).digits === '1.0';

export type Json = null | string | boolean | Exact | Json[] | { [name: string]: Json };

/** Returns indented JSON for people. */
export function writtenJson(value: Json, indent = ''): string {
  const deeper = `${indent}  `;
  if (value instanceof Exact) return value.digits;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => `${deeper}${writtenJson(item, deeper)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, member]) => `${deeper}${JSON.stringify(name)}: ${writtenJson(member, deeper)}`,
    );
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}

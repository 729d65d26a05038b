const grammar = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
const textLengthMax = 1_000;

/** An exact decimal number, which keeps its digits as they were written: `1.50` stays `1.50`. */
export class Decimal {
  readonly text: string;

  /** Refuses numbers that are not whole and safe: the digits of 0.1 + 0.2 are no longer exact. */
  constructor(value: string | number | bigint) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new RangeError(`${value} is not an exact number. Write it as a text: new Decimal("1.50").`);
    }
    const text = String(value);
    if (text.length > textLengthMax || !grammar.test(text)) {
      throw new RangeError(`"${text.slice(0, 50)}" is not a decimal number. Use the form 1.50, -3 or 2e-4.`);
    }
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** For logs. A document is written by `stringify` of this package, which writes a number. */
  toJSON(): string {
    return this.text;
  }

  /** As a number, if it is a whole and safe one. */
  toInteger(): number {
    const number = Number(this.text);
    if (!Number.isSafeInteger(number) || !this.equals(number)) {
      throw new RangeError(`${this.text} is not a whole number that JavaScript holds exactly.`);
    }
    return number;
  }

  /** Negative, 0 or positive: 1.5 equals 1.50. */
  compare(other: Decimal | string | number | bigint): number {
    const one = scientific(this);
    const two = scientific(other instanceof Decimal ? other : new Decimal(other));
    if (one.sign !== two.sign) return one.sign - two.sign;
    const size = one.exponent - two.exponent || (one.digits < two.digits ? -1 : Number(one.digits > two.digits));
    return size && one.sign * size;
  }

  equals(other: Decimal | string | number | bigint): boolean {
    return this.compare(other) === 0;
  }

  /** `a < b` and `a + b` would compare and join texts. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === "string") return this.text;
    throw new TypeError("A Decimal has no operators. Use compare(), or a decimal library on its text.");
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.text;
  }
}

// The sign, the digits without zeros at both ends, and the power of ten of 0.DIGITS.
function scientific(decimal: Decimal): { sign: number; digits: string; exponent: number } {
  const [, minus, whole = "", fraction = "", exponent = "0"] = grammar.exec(decimal.text)!;
  const all = whole + fraction;
  let begin = 0;
  let end = all.length;
  while (begin < end && all[begin] === "0") ++begin;
  while (begin < end && all[end - 1] === "0") --end;
  if (begin === end) return { sign: 0, digits: "", exponent: 0 };
  return { sign: minus ? -1 : 1, digits: all.slice(begin, end), exponent: whole.length - begin + Number(exponent) };
}

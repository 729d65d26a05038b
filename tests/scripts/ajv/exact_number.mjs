// What a number's text says exactly, where JavaScript's doubles round.
const grammar = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const exponentMax = 308;
const digitsMax = 40;

/** {whole, in64Bits, digits, inRange, value} of a number's text; null for another text. Equal ones have one value. */
export function exactly(text) {
  const found = grammar.exec(text);
  if (found === null) return null;
  const [, wholePart, fraction = '', exponentText = '0'] = found;
  const coefficient = (wholePart + fraction).replace(/^0+/, '');
  const significant = coefficient.replace(/0+$/, '');
  const exponent = Number(exponentText);
  const trailing = exponent - fraction.length + coefficient.length - significant.length;
  const magnitude = significant === '' ? exponent : significant.length + trailing - 1;
  const whole = significant === '' || trailing >= 0;
  return {
    whole,
    in64Bits: whole && fitsIn64Bits(text.startsWith('-'), significant, trailing),
    digits: coefficient.length,
    value: significant === '' ? '0' : `${text.startsWith('-') ? '-' : ''}${significant}e${trailing}`,
    inRange: [exponent, magnitude].every((value) => Math.abs(value) <= exponentMax),
  };
}

function fitsIn64Bits(negative, significant, zeros) {
  if (significant === '') return true;
  if (significant.length + zeros > 19) return false;
  const value = BigInt(significant + '0'.repeat(zeros));
  return value <= 2n ** 63n - (negative ? 0n : 1n);
}

export const isRead = (number) => number !== null && number.inRange && !hasTooManyDigits(number);

export const hasTooManyDigits = (number) => number.digits > digitsMax;

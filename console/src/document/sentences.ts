// Values that people write in one line: terms of payment, bank accounts, taxes and charges.
import type { Texts } from '../texts/english';
import { Exact, type Json } from './exact_json';
import type { JsonObject } from './model';

export interface Words {
  t: Texts;
  number: (value: Exact) => string;
  field: (name: string) => string;
}

const linesOf: Record<string, (of: JsonObject, words: Words) => string | undefined> = {
  PaymentTerm: (of, { t, number }) => {
    const { payInNumberOfDays: days, percentage } = of;
    if (!(days instanceof Exact) || !(percentage instanceof Exact)) return undefined;
    const text = /^-?0+(\.0+)?$/.test(percentage.digits) ? t.payWithin : t.payWithDiscount;
    return text.replace('{days}', number(days)).replace('{percentage}', number(percentage));
  },
  FinancialInstitution: (of, { t }) => {
    const { accountNumber, name, institutionIdDomain: domain, institutionId, accountHolder } = of;
    const code = textsOf(domain, institutionId);
    const others = textsOf(name, accountHolder);
    if (typeof accountNumber !== 'string' || !code || !others) return undefined;
    const account = filledIn(t.bankAccount, accountNumber) + filledIn(t.atBank, name);
    return [account, code.join(' '), filledIn(t.heldBy, accountHolder)].filter(Boolean).join(', ');
  },
  Tax: (of, words) => {
    const { description, percentage, amount } = of;
    return joined(description, percent(percentage, words), amountIn(amount, words));
  },
  Modification: (of, words) => {
    const { type, calculationType, reasonCode, description, percentage, amount, tax } = of;
    // The line does not say how the amount was calculated, unless a percentage does.
    const isPlain = (calculationType === 'RELATIVE') === (percentage !== undefined);
    const ofTax = tax === undefined ? '' : lineOf(tax, 'Tax', words);
    if ((calculationType !== undefined && !isPlain) || ofTax === undefined) return undefined;
    const { values, atRate, plusTax } = words.t;
    const share = percent(percentage, words);
    const money = amountIn(amount, words);
    const reasons = textsOf(named(values, reasonCode), description);
    const kind = textsOf(named(values, type));
    if (share === null || money === null || !reasons || !kind) return undefined;
    const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
    const ofBoth = share && money ? ` (${money})` : '';
    return kind.join('') + why + filledIn(atRate, share || money) + ofBoth + filledIn(plusTax, ofTax) || undefined;
  },
};

const membersOfLine: Record<string, string[]> = {
  PaymentTerm: ['payInNumberOfDays', 'percentage'],
  FinancialInstitution: ['accountNumber', 'name', 'institutionIdDomain', 'institutionId', 'accountHolder'],
  Tax: ['description', 'percentage', 'amount'],
  Modification: [
    'type', 'calculationType', 'reasonCode', 'description', 'percentage', 'amount', 'tax',
  ],
};

/** Returns undefined if a line would hide a member of the value. */
export function lineOf(of: Json, type: string | undefined, words: Words): string | undefined {
  const isObject = typeof of === 'object' && of !== null && !Array.isArray(of) && !(of instanceof Exact);
  if (type === undefined || !isObject) return undefined;
  const value = of;
  const known = membersOfLine[type];
  const isHidden = ([name, member]: [string, Json]) => member === null || !known?.includes(name);
  if (!known || Object.entries(value).some(isHidden)) return undefined;
  return linesOf[type]?.(value, words) || undefined;
}

/** Returns the texts, without missing ones. Returns undefined if a value is not a text. */
function textsOf(...values: (Json | undefined)[]): string[] | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.every((value) => typeof value === 'string') ? given : undefined;
}

/** Returns an empty text for a value that is missing. */
const filledIn = (template: string, value: Json | undefined) =>
  typeof value === 'string' && value !== '' ? template.replace('{value}', () => value) : '';

type Part = Json | undefined | (Json | undefined)[];

/** Joins the texts. Returns undefined if a part is not a text. */
function joined(...parts: Part[]): string | undefined {
  const texts = parts.map((part) => {
    if (!Array.isArray(part)) return part === undefined ? '' : part;
    const both = part.map((one) => (one === undefined ? '' : one));
    return both.every((one) => typeof one === 'string') ? both.filter(Boolean).join(' ') : null;
  });
  if (!texts.every((one) => typeof one === 'string')) return undefined;
  return texts.filter((one) => one !== '').join(' · ');
}

// Another type than a number makes the line undefined.
const amountIn = (value: Json | undefined, { number }: Words): string | null =>
  value === undefined ? '' : value instanceof Exact ? number(value) : null;
const percent = (value: Json | undefined, words: Words): string | null => {
  const text = amountIn(value, words);
  return text ? `${text} %` : text;
};
const named = (names: Record<string, string>, word: Json | undefined): Json | undefined =>
  typeof word === 'string' ? (names[word] ?? word) : word;

// The articles that a partner offers, from its newest catalogue and the later ones that change it.
import { largestNumber } from '../correction/pasted_lines';
import { Exact, type Json } from '../document/exact_json';
import { declaredType, definedNames, isList, isObject, valueAt, type JsonObject } from '../document/model';
import { matchesWords } from '../frame/matches_words';

/** A catalogue that the user received. */
export interface Catalogue {
  id: string;
  content: Json;
}

export interface Article {
  /** The same for one article in all catalogues. */
  key: string;
  name: string;
  gtin: string | undefined;
  /** The article number of the partner. */
  partnerNumber: string | undefined;
  ownNumber: string | undefined;
  /** The article in its catalogue. */
  item: JsonObject;
}

const textOf = (of: JsonObject, name: string) => {
  const value = of[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns all items with their sub items, in their order. */
function itemsIn(of: Json | undefined): JsonObject[] {
  if (!isList(of)) return [];
  return of.filter(isObject).flatMap((item) => [item, ...itemsIn(item['subItems'])]);
}

const itemsOf = ({ content }: Catalogue) => itemsIn(valueAt(content, 'items'));

/** Returns true if a catalogue has the changes of an earlier one only. */
export const hasChangesOnly = (of: Catalogue) =>
  itemsOf(of).some((item) => textOf(item, 'action') !== undefined);

function articleOf(item: JsonObject): Article | undefined {
  const identity = item['identity'];
  if (!isObject(identity)) return undefined;
  const gtin = textOf(identity, 'gtin');
  const partnerNumber = textOf(identity, 'senderPartnerId');
  const ownNumber = textOf(identity, 'receiverPartnerId');
  const key = gtin ?? partnerNumber ?? ownNumber;
  if (key === undefined) return undefined;
  const names = ['name', 'shortDescription', 'description'];
  const name = names.map((one) => textOf(item, one)).find((one) => one !== undefined);
  return { key, name: name ?? key, gtin, partnerNumber, ownNumber, item };
}

/** Returns the articles that can be ordered, after the changes of all catalogues. The newest one is the first. */
export function articlesOf(catalogues: readonly Catalogue[]): Article[] {
  const articles = new Map<string, Article>();
  for (const catalogue of [...catalogues].reverse()) {
    for (const item of itemsOf(catalogue)) {
      const article = articleOf(item);
      if (!article) continue;
      const isOffered = textOf(item, 'action') !== 'DELETED' && item['isOrderable'] !== false;
      if (isOffered) articles.set(article.key, article);
      else articles.delete(article.key);
    }
  }
  return [...articles.values()];
}

/** Finds articles by the words of their names, or by a part of one of their numbers. */
export function articlesFound(articles: readonly Article[], typed: string): readonly Article[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return articles;
  return articles.filter(({ name, gtin, partnerNumber, ownNumber }) => {
    const numbers = [gtin, partnerNumber, ownNumber];
    return numbers.some((number) => number?.toLowerCase().includes(text)) || matchesWords(name, text);
  });
}

/** Returns true if the day of the order is one on which the price holds. Days are compared as texts. */
function holdsOn(day: string, item: JsonObject): boolean {
  const from = textOf(item, 'unitPriceValidFromDate')?.slice(0, day.length);
  const until = textOf(item, 'unitPriceValidUntilDate')?.slice(0, day.length);
  return (from === undefined || from <= day) && (until === undefined || until >= day);
}

interface OfOrder {
  /** The day of the order, such as 2026-11-30. */
  day: string;
  /** The currency of the order, if it has one. */
  currency: string | undefined;
}

export const currencyOf = ({ item }: Article) => textOf(item, 'currency');

/** Returns the price that an order can repeat. */
export function priceOf({ item }: Article, { day, currency }: OfOrder): Exact | undefined {
  const price = item['unitPrice'];
  const own = textOf(item, 'currency');
  const isOther = currency !== undefined && own !== undefined && own !== currency;
  return price instanceof Exact && holdsOn(day, item) && !isOther ? price : undefined;
}

// The price, and everything that changes its meaning.
const ofPrice = ['unitPrice', 'pricingUnitOfMeasure', 'pricingUnitQuantity', 'modificationGroups'];
// These names mean something else in an order: the buyer's groups, demands and prices.
const ofBuyer = [
  'lineNumber',
  'quantity',
  'description',
  'category',
  'subCategory',
  'recommendedRetailPrice',
  'minimumRemainingShelfLifeInDays',
];

/** Returns the fields of the model that an article and a line of an order have in common. */
function takenNames(typeOfLine: string, hasPrice: boolean): string[] {
  return definedNames(typeOfLine).filter(
    (name) =>
      declaredType('ProductCatalogItem', name) === declaredType(typeOfLine, name) &&
      !ofBuyer.includes(name) &&
      (hasPrice || !ofPrice.includes(name)),
  );
}

function identifiersOf({ gtin, partnerNumber, ownNumber }: Article): Json[] {
  const all: [string, string | undefined][] = [
    ['GS1', gtin],
    ['SUPPLIER', partnerNumber],
    ['BUYER', ownNumber],
  ];
  return all.flatMap(([domain, identifier]) => (identifier === undefined ? [] : [{ identifier, domain }]));
}

export interface ChosenArticle {
  article: Article;
  quantity: Exact;
}

/** Returns the lines of an order, which follow the present ones. Every number keeps its digits. */
export function linesOf(chosen: ChosenArticle[], type: string, present: readonly Json[], order: OfOrder): JsonObject[] {
  let number = largestNumber(present);
  return chosen.map(({ article, quantity }) => {
    const { item, name } = article;
    const percentage = item['taxPercentage'];
    const line: JsonObject = {
      lineNumber: new Exact(String(++number)),
      identifiers: identifiersOf(article),
      isDepositItem: false,
      quantity,
      description: name,
    };
    for (const taken of takenNames(type, priceOf(article, order) !== undefined)) {
      const value = item[taken];
      if (value !== undefined && value !== null) line[taken] = value;
    }
    if (percentage instanceof Exact) line['tax'] = { percentage };
    return line;
  });
}

/** Returns a quantity above zero. 1.000 is refused in German, because it can be meant as a thousand. */
export function quantityIn(typed: string, decimal: ',' | '.'): Exact | undefined {
  const [, whole, decimals] = /^(0|[1-9]\d{0,14})(?:[.,](\d{1,10}))?$/.exec(typed.trim()) ?? [];
  const isOther = decimals !== undefined && !typed.includes(decimal);
  if (whole === undefined || isOther) return undefined;
  const text = decimals === undefined ? whole : `${whole}.${decimals}`;
  return /[1-9]/.test(text) ? new Exact(text) : undefined;
}

// The differences between two versions of a document, field by field. An element of a list is
// compared with the element that has the same line number or identifier, at any position.
import { Exact, writtenJson, type Json } from './exact_json';
import { addedByExchange, isList, isObject, namesOf, typeOfField, type JsonObject } from './model';

/** A field, or an element of a list by its key or position. */
export type Step =
  | { field: string }
  | { key: string; value: string }
  | { place: number };

export interface Change {
  path: Step[];
  type: string | undefined;
  /** Undefined for an added field. */
  before?: Json;
  /** Undefined for a removed field. */
  after?: Json;
}

// The fields that identify an element among others, the best first.
const keys = [
  'lineNumber',
  'unitIdentifier',
  'identifiers',
  'identity',
  'domain',
  'identifier',
  'documentNumber',
  'batchIdentifier',
  'orderLineNumber',
  'location',
  'percentage',
  'payInNumberOfDays',
  'fileName',
  'type',
  'name',
];

const isNothing = (value: Json | undefined): value is null | undefined =>
  value === undefined || value === null;

/** Compares numbers as texts: 1.50 is not 1.5, and no digit is lost. */
function isSame(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one instanceof Exact) return other instanceof Exact && one.digits === other.digits;
  if (isList(one)) {
    return (
      isList(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index] as Json))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [a, b] = [one[name], other[name]];
    if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
    return addedByExchange.includes(name) || isSame(a, b);
  });
}

export function changesBetween(before: Json, after: Json, type: string | undefined): Change[] {
  const changes: Change[] = [];
  compare({ before, after, type, path: [] }, changes);
  return changes;
}

interface Pair {
  before: Json | undefined;
  after: Json | undefined;
  type: string | undefined;
  path: Step[];
}

function compare({ before, after, type, path }: Pair, changes: Change[]) {
  if (isNothing(before) && isNothing(after)) return;
  if (isNothing(before)) {
    changes.push({ path, type, after: after as Json });
  } else if (isNothing(after)) {
    changes.push({ path, type, before });
  } else if (isObject(before) && isObject(after)) {
    compareMembers(before, after, type, path, changes);
  } else if (isList(before) && isList(after)) {
    compareLists(before, after, type, path, changes);
  } else if (!isSame(before, after)) {
    changes.push({ path, type, before, after });
  }
}

function compareMembers(
  before: JsonObject,
  after: JsonObject,
  type: string | undefined,
  path: Step[],
  changes: Change[],
) {
  for (const name of namesOf(type, before, after)) {
    if (addedByExchange.includes(name)) continue;
    const of = { before: own(before, name), after: own(after, name) };
    compare({ ...of, type: typeOfField(type, name), path: [...path, { field: name }] }, changes);
  }
}

const own = (value: JsonObject, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

interface Element {
  value: Json;
  index: number;
}

function compareLists(
  before: Json[],
  after: Json[],
  type: string | undefined,
  path: Step[],
  changes: Change[],
) {
  const best = keyOf(before, after) ?? keyOf(after);
  const partners = paired(before, after);
  const old = new Set(before.keys());
  after.forEach((value, index) => {
    const partner = partners.get(index);
    if (partner !== undefined) old.delete(partner);
    const step = stepTo(value, index, best);
    const pair = { before: partner === undefined ? undefined : before[partner], after: value };
    compare({ ...pair, type, path: [...path, step] }, changes);
  });
  for (const index of old) {
    const value = before[index] as Json;
    compare(
      { before: value, after: undefined, type, path: [...path, stepTo(value, index, best)] },
      changes,
    );
  }
}

/** Maps positions in the newer list to positions in the older one. */
function paired(before: Json[], after: Json[]): Map<number, number> {
  const pairs = new Map<number, number>();
  let old = before.map((value, index): Element => ({ value, index }));
  let young = after.map((value, index): Element => ({ value, index }));
  const pair = (by: (value: Json) => string | undefined, isOnlyUnique: boolean) => {
    const groups = grouped(old, by);
    const others = grouped(young, by);
    for (const [key, group] of groups) {
      const other = others.get(key) ?? [];
      if (isOnlyUnique && (group.length !== 1 || other.length !== 1)) continue;
      for (let i = 0; i < Math.min(group.length, other.length); i += 1) {
        pairs.set((other[i] as Element).index, (group[i] as Element).index);
      }
    }
    const taken = new Set(pairs.values());
    old = old.filter(({ index }) => !taken.has(index));
    young = young.filter(({ index }) => !pairs.has(index));
  };
  const whole = keyOf(before, after);
  if (whole !== undefined) {
    pair((value) => keyText(value, whole), true);
    return pairs;
  }
  for (const key of keys) pair((value) => keyText(value, key), true);
  pair((value) => writtenJson(value), false);
  // Elements with the same number are paired in their order.
  for (const key of keys.slice(0, 4)) pair((value) => keyText(value, key), false);
  return pairs;
}

/** Returns the first key that every element of the lists has and that is unique in each list. */
function keyOf(...lists: Json[][]): string | undefined {
  const identifies = (list: Json[], key: string) => {
    const texts = list.map((value) => keyText(value, key));
    return !texts.includes(undefined) && new Set(texts).size === texts.length;
  };
  return keys.find((key) => lists.every((list) => identifies(list, key)));
}

function grouped(elements: Element[], by: (value: Json) => string | undefined) {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const key = by(element.value);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}

/** Returns the value of a key as text, or undefined. */
function keyText(value: Json, key: string): string | undefined {
  const found = isObject(value) ? own(value, key) : undefined;
  if (isNothing(found)) return undefined;
  if (found instanceof Exact) return found.digits;
  if (typeof found === 'string') return found;
  if (isList(found)) {
    const texts = found.map((one) => keyText(one, 'identifier') ?? '');
    return texts.join(' ') || undefined;
  }
  if (isObject(found)) {
    return keyText(found, 'gtin') ?? keyText(found, 'identifiers') ?? keyText(found, 'name');
  }
  return undefined;
}

function stepTo(value: Json, index: number, best: string | undefined): Step {
  for (const key of best === undefined ? keys : [best, ...keys]) {
    const text = keyText(value, key);
    if (text !== undefined) return { key, value: text };
  }
  return { place: index + 1 };
}

/** Returns a path such as items[lineNumber=10].quantity. */
export function pathText(path: Step[]): string {
  return path
    .map((step, index) => {
      if ('field' in step) return index === 0 ? step.field : `.${step.field}`;
      return 'key' in step ? `[${step.key}=${step.value}]` : `[${step.place}]`;
    })
    .join('');
}

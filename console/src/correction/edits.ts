// Edits of a document at a path, which leave every other value unchanged.
import type { Json } from '../document/exact_json';
import { addedByExchange, isList, isObject, type JsonObject } from '../document/model';

/** Names of fields and positions in lists, for example items, 0, quantity. */
export type Path = readonly string[];

const isPosition = (step: string | undefined) => step !== undefined && /^\d+$/.test(step);

/** Returns the document with another value at the path. Undefined removes the field or element. */
export function withValue(of: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(of) || (!isObject(of) && isPosition(step))) return withElement(of, step, rest, value);
  const members: JsonObject = isObject(of) ? of : {};
  const made = withValue(members[step], rest, value);
  if (made !== undefined) return { ...members, [step]: made };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}

function withElement(of: Json | undefined, step: string, rest: Path, value: Json | undefined): Json {
  const elements = isList(of) ? of : [];
  const at = Number(step);
  const made = withValue(elements[at], rest, value);
  if (made === undefined) return elements.filter((_element, index) => index !== at);
  return [...elements.slice(0, at), made, ...elements.slice(at + 1)];
}

/** Returns the document as its sender wrote it. */
export function asSent(of: Json): Json {
  if (isList(of)) return of.map(asSent);
  if (!isObject(of)) return of;
  const members = Object.entries(of).filter(([name]) => !addedByExchange.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, asSent(member)]));
}

/** Returns the path of a fault below the content: content.items[3].price is items, 3, price. */
export const pathOfFault = (path: string): Path =>
  path.replace(/\[(\d+)\]/g, '.$1').split('.').slice(1);

/** Identifies a path in a map. */
export const keyOf = (path: Path) => path.join('.');

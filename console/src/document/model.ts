// The model of documents, which the build reads from model/documents.json.
import made from 'virtual:document_model';

import { Exact, type Json } from './exact_json';

interface OfKind {
  type: string;
  number: string;
  date: string;
  lines: string;
  /** The kinds that can be derived, and the side that sends them. */
  derives: Record<string, 'sender' | 'recipient'>;
}

export interface DocumentModel {
  kinds: Record<string, OfKind>;
  types: Record<string, { base?: string; fields: [name: string, type: string][] }>;
  enums: Record<string, string[]>;
}

export const model: DocumentModel = made;

export type JsonObject = { [name: string]: Json };

/** The exchange adds these fields to the documents that it shows. Their links differ each time. */
export const addedByExchange = ['transportLabel'];

export const kinds = Object.keys(model.kinds);

export const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Exact);

export const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

/** Returns the value at a path of a content, such as header.orderIdentifier. */
export function valueAt(content: unknown, path: string): Json | undefined {
  let value = content as Json | undefined;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

const textAt = (content: unknown, path: string | undefined) => {
  const value = path === undefined ? undefined : valueAt(content, path);
  return typeof value === 'string' ? value : undefined;
};

/** Returns the kinds of documents that the sender or the recipient of a document can derive from it. */
export const derivedKinds = (kind: string, by: 'sender' | 'recipient'): string[] =>
  Object.entries(model.kinds[kind]?.derives ?? {}).flatMap(([to, side]) => (side === by ? [to] : []));

export const numberOf = (kind: string, content: unknown) =>
  textAt(content, model.kinds[kind]?.number);
/** Returns for example: Order 4500871234. */
export const nameOf = (kind: string, content: unknown, names: Record<string, string>) =>
  [names[kind] ?? kind, numberOf(kind, content)].filter(Boolean).join(' ');
export const dateOf = (kind: string, content: unknown) => textAt(content, model.kinds[kind]?.date);

export const typeOfKind = (kind: string) => model.kinds[kind]?.type;
export const linesOf = (kind: string) => model.kinds[kind]?.lines;

// The fields of each type in their order, with their types.
const fields = new Map<string, Map<string, string>>();

function fieldsOf(type: string | undefined): Map<string, string> {
  const found = type === undefined ? undefined : model.types[type];
  if (type === undefined || !found) return new Map();
  const known = fields.get(type);
  if (known) return known;
  const made = new Map<string, string>([...fieldsOf(found.base), ...found.fields]);
  fields.set(type, made);
  return made;
}

/** Returns the names of all fields of a type, in their order. */
export const definedNames = (type: string | undefined): string[] => [...fieldsOf(type).keys()];

/** Returns the type of a field with the mark of a list, such as OrderItem[], or undefined. */
export const declaredType = (type: string | undefined, field: string) => fieldsOf(type).get(field);

/** Returns the type of a field without the mark of a list, such as OrderItem, or undefined. */
export const typeOfField = (type: string | undefined, field: string) =>
  declaredType(type, field)?.replace('[]', '');

/** Returns the names of all members: the fields of the model in its order, then the others. */
export function namesOf(type: string | undefined, ...values: JsonObject[]): string[] {
  const known = fieldsOf(type);
  const present = new Set(values.flatMap((value) => Object.keys(value)));
  return [
    ...[...known.keys()].filter((name) => present.has(name)),
    ...[...present].filter((name) => !known.has(name)),
  ];
}

/** Returns the last field of content.items.0.quantity, and the types that can define it. */
export function fieldAt(kind: string, path: string): [types: string[], field: string] | undefined {
  let type = typeOfKind(kind);
  let found: [string[], string] | undefined;
  for (const step of path.split('.').slice(1)) {
    if (/^\d+$/.test(step)) continue;
    found = [withBases(type), step];
    type = typeOfField(type, step);
  }
  return found;
}

const withBases = (type: string | undefined): string[] =>
  type === undefined ? [] : [type, ...withBases(model.types[type]?.base)];

export function isEmpty(value: Json): boolean {
  if (isList(value)) return value.length === 0;
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

/** Returns true if a type is a party of a trade, or is derived from one. */
export function isParty(type: string | undefined): boolean {
  if (type === undefined) return false;
  return type === 'Party' || type === 'ShipToParty' || isParty(model.types[type]?.base);
}

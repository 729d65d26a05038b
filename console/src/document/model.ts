// What model/documents.json says of documents, as the build hands it on.
import model from 'virtual:document_model';

import { Exact, type Json } from './exact_json';

export interface DocumentModel {
  kinds: Record<string, { type: string; number: string; date: string; lines: string }>;
  types: Record<string, { base?: string; fields: [name: string, type: string][] }>;
}

export type JsonObject = { [name: string]: Json };

export const kinds = Object.keys(model.kinds);

export const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Exact);

export const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

/** header.orderIdentifier of a content. */
export function valueAt(content: unknown, path: string): Json | undefined {
  let value = content as Json | undefined;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

const textAt = (content: unknown, path: string | undefined) => {
  const value = path === undefined ? undefined : valueAt(content, path);
  return typeof value === 'string' ? value : undefined;
};

export const numberOf = (kind: string, content: unknown) =>
  textAt(content, model.kinds[kind]?.number);
export const dateOf = (kind: string, content: unknown) => textAt(content, model.kinds[kind]?.date);

export const typeOfKind = (kind: string) => model.kinds[kind]?.type;
export const linesOf = (kind: string) => model.kinds[kind]?.lines;

function fieldsOf(type: string | undefined): [string, string][] {
  const found = type === undefined ? undefined : model.types[type];
  if (!found) return [];
  return [...fieldsOf(found.base), ...found.fields];
}

/** The type of a field, without the mark of a list: OrderItem, string. Nothing if it is unknown. */
export function typeOfField(type: string | undefined, field: string): string | undefined {
  const row = fieldsOf(type).find(([name]) => name === field);
  return row?.[1].replace('[]', '');
}

/** The members that have a value, those of the model first and in its order. */
export function membersOf(value: JsonObject, type: string | undefined): [string, Json][] {
  const known = fieldsOf(type).map(([name]) => name);
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return [...known, ...unknown].flatMap((name) => {
    const member = value[name];
    return member === undefined || isEmpty(member) ? [] : [[name, member] as [string, Json]];
  });
}

function isEmpty(value: Json): boolean {
  if (isList(value)) return value.length === 0;
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

/** Whether a type is a party of a trade, or made of one. */
export function isParty(type: string | undefined): boolean {
  if (type === undefined) return false;
  return type === 'Party' || type === 'ShipToParty' || isParty(model.types[type]?.base);
}

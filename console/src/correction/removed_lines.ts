// Lines that the other side has seen. A removed one stays with the quantity 0, which says that nothing comes of it.
import { Exact, type Json } from '../document/exact_json';
import {
  declaredType,
  definedNames,
  isList,
  isObject,
  typeOfField,
  typeOfKind,
  valueAt,
  type JsonObject,
} from '../document/model';
import { withValue, type Path } from './edits';

// In these lines, 0 cancels the line, and a missing line says nothing. Invoices, credit notes, catalogues and
// reports are complete lists, in which a removed line is absent.
const quantities: Record<string, string[]> = {
  OrderItem: ['quantity', 'freeQuantity'],
  OrderResponseItem: ['confirmedQuantity'],
  DispatchInstructionItem: ['shippedQuantity'],
  DispatchInstructionResponseItem: ['shippedQuantity'],
  ShippingNoticeItem: ['shippedQuantity'],
  ReceivalNoticeItem: ['receivedQuantity'],
};

/** The lines that the other side has seen, by type and number. */
export type SeenLines = ReadonlyMap<string, JsonObject>;

const isZero = (of: Json | undefined) => of instanceof Exact && /^-?0(\.0*)?$/.test(of.digits);

/** Returns undefined for a line that nothing identifies. */
function keyOfLine(type: string, line: JsonObject): string | undefined {
  const number = line['lineNumber'];
  if (number instanceof Exact) return `${type} ${number.digits}`;
  const [first] = isList(line['identifiers']) ? line['identifiers'] : [];
  const identifier = isObject(first) ? first['identifier'] : undefined;
  return typeof identifier === 'string' ? `${type} of ${identifier}` : undefined;
}

/** Returns the lines of a document that keep their place when they are removed. */
export function seenLinesOf(kind: string, content: Json): SeenLines {
  const seen = new Map<string, JsonObject>();
  const visit = (value: Json | undefined, type: string | undefined) => {
    if (isList(value)) for (const one of value) visit(one, type);
    if (!isObject(value) || type === undefined) return;
    const key = type in quantities ? keyOfLine(type, value) : undefined;
    if (key !== undefined) seen.set(key, value);
    const lists = definedNames(type).filter((name) => declaredType(type, name)?.endsWith('[]'));
    for (const name of lists) visit(value[name], typeOfField(type, name));
  };
  visit(content, typeOfKind(kind));
  return seen;
}

/** Returns the line as the other side has seen it. */
export function seenLine(seen: SeenLines, type: string | undefined, line: Json | undefined): JsonObject | undefined {
  const key = type !== undefined && isObject(line) ? keyOfLine(type, line) : undefined;
  return key === undefined ? undefined : seen.get(key);
}

const firstQuantity = (type: string | undefined, line: Json | undefined) => {
  const [name] = quantities[type ?? ''] ?? [];
  return name !== undefined && isObject(line) ? line[name] : undefined;
};

/** Returns true if a line is present with the quantity 0. */
export const isRemoved = (type: string | undefined, line: Json | undefined) => isZero(firstQuantity(type, line));

interface OfLine {
  content: JsonObject;
  path: Path;
  type: string;
  /** The line as the other side has seen it. */
  seen: JsonObject;
}

const typeOfAnswer = ['header', 'type'];
const answerOf = (content: Json | undefined) => valueAt(content, typeOfAnswer.join('.'));

/** Returns the document with the quantity 0 in a line. An order is not accepted as it was ordered then. */
export function withoutLine({ content, path, type, seen }: OfLine): Json {
  let made: Json = content;
  (quantities[type] ?? []).forEach((name, at) => {
    if (at === 0 || seen[name] !== undefined) made = withValue(made, [...path, name], new Exact('0')) ?? {};
  });
  const isAccepted = type === 'OrderResponseItem' && answerOf(made) === 'ACCEPT';
  return isAccepted ? (withValue(made, typeOfAnswer, 'CHANGE') ?? {}) : made;
}

/** Returns the document with the quantities that the other side has seen in a line. */
export function withLine({ content, path, type, seen }: OfLine): Json {
  return (quantities[type] ?? []).reduce<Json>(
    (made, name) => withValue(made, [...path, name], seen[name] ?? undefined) ?? {},
    content,
  );
}

// Finds the documents that a document names: by the fields that the model defines as the number of
// a kind, and by fields with other names.
import type { Json } from './exact_json';
import { isList, isObject, model, numberOf } from './model';

export interface Reference {
  number: string;
  kinds: string[];
  field: string;
}

const lastName = (path: string) => path.split('.').at(-1) ?? path;

// Other fields with numbers. Some can name documents of two kinds.
const otherNames: Record<string, string[]> = {
  customerOrderNumber: ['ORDER'],
  deliveryNoteNumber: ['SHIPPING_NOTICE', 'DISPATCH_INSTRUCTION_RESPONSE'],
  documentNumber: ['INVOICE', 'CREDIT_NOTE'],
  externalDocumentNumber: ['INVOICE', 'CREDIT_NOTE'],
};

const kindsOfField = new Map<string, string[]>(Object.entries(otherNames));
for (const [kind, { number }] of Object.entries(model.kinds)) {
  const name = lastName(number);
  kindsOfField.set(name, [...(kindsOfField.get(name) ?? []), kind]);
}

const typesBelow = (type: string, seen: Set<string>): Set<string> => {
  if (seen.has(type)) return seen;
  seen.add(type);
  const fields = model.types[type]?.fields ?? [];
  for (const [, field] of fields) typesBelow(field.replace('[]', ''), seen);
  return seen;
};

/** Returns the kinds that can name a document of this kind. */
export const kindsThatName = (kind: string): string[] =>
  Object.entries(model.kinds)
    .filter(([other, { type, number }]) =>
      [...typesBelow(type, new Set())].some((below) =>
        (model.types[below]?.fields ?? []).some(
          ([name, field]) =>
            field === 'string' &&
            (kindsOfField.get(name)?.includes(kind) ?? false) &&
            !(other === kind && name === lastName(number)),
        ),
      ),
    )
    .map(([other]) => other);

const referencesMax = 200;
const deepest = 20;

/** Returns each number once. */
export function referencesIn(kind: string, content: Json): Reference[] {
  const own = numberOf(kind, content);
  const found = new Map<string, Reference>();
  const walk = (value: Json, depth: number) => {
    if (depth > deepest || found.size >= referencesMax) return;
    if (isList(value)) {
      for (const one of value) walk(one, depth + 1);
    } else if (isObject(value)) {
      for (const [field, member] of Object.entries(value)) {
        const kinds = kindsOfField.get(field);
        if (kinds && typeof member === 'string' && member.trim() !== '') {
          const others = kinds.filter((one) => one !== kind || member !== own);
          const key = `${others.join()} ${member}`;
          if (others.length > 0 && !found.has(key)) {
            found.set(key, { number: member, kinds: others, field });
          }
        } else {
          walk(member, depth + 1);
        }
      }
    }
  };
  walk(content, 0);
  return [...found.values()];
}

/** Names a document by its kind and number. Upper and lower case are the same. */
export const nameOf = (kind: string, number: string) => `${kind} ${number.toLowerCase()}`;

/** Returns the names of the document itself and of the documents that it names. */
export const namesIn = (kind: string, content: Json): string[] =>
  referencesIn(kind, content).flatMap(({ number, kinds }) =>
    kinds.map((one) => nameOf(one, number)),
  );

// Where a mutation may be made: the fields that the model knows, found in a document (there or absent).
// Read from model/documents.json itself, so that neither the schema nor the reader says where to look.
import { readFileSync } from 'node:fs';

const model = JSON.parse(readFileSync(new URL('../../../model/documents.json', import.meta.url), 'utf8'));

export const kinds = Object.keys(model.kinds);

const textLengthDefault = 65535;
const texts = ['string', 'uri', 'email'];

function fieldsOf(type) {
  const { extends: base, fields } = model.types[type];
  return { ...(base ? fieldsOf(base) : {}), ...fields };
}

function describe(name, declared) {
  const base = declared.type.replace('[]', '');
  const shape = base in model.types ? 'object' : base in model.enums ? 'enum' : base;
  return {
    name,
    base,
    shape,
    list: declared.type.endsWith('[]'),
    required: declared.required === true,
    readOnly: declared.readOnly === true,
    itemsMin: declared.minItems ?? 0,
    depthMax: declared.maxDepth ?? 0,
    isText: texts.includes(shape) && !declared.type.endsWith('[]'),
    lengthMax: declared.maxLength ?? textLengthDefault,
    values: model.enums[base],
  };
}

const fields = new Map(
  Object.keys(model.types).map((type) => [
    type,
    Object.entries(fieldsOf(type)).map(([name, declared]) => describe(name, declared)),
  ]),
);

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The fields of a document's known objects: {object, owner, field, path, present}, absent ones too. */
export function sitesOf(document) {
  const sites = [];
  const walk = (object, type, path) => {
    for (const field of fields.get(type)) {
      const present = Object.hasOwn(object, field.name);
      const here = `${path}.${field.name}`;
      sites.push({ object, owner: type, field, path: here, present });
      if (present && field.shape === 'object') descend(object[field.name], field, here);
    }
  };
  const descend = (value, field, path) => {
    if (field.list && Array.isArray(value)) {
      value.forEach((element, index) => isObject(element) && walk(element, field.base, `${path}.${index}`));
    } else if (!field.list && isObject(value)) {
      walk(value, field.base, path);
    }
  };
  const kind = kinds.includes(document.type) ? model.kinds[document.type] : undefined;
  if (kind && isObject(document.content)) walk(document.content, kind.type, 'content');
  return sites;
}

/** The fields that a document of the kind can have, as `Type.field`; what the exchange fills is not among them. */
export function fieldsOfKind(kind) {
  const found = new Set();
  const types = new Set([model.kinds[kind].type]);
  for (const type of types) {
    for (const field of fields.get(type)) {
      found.add(`${type}.${field.name}`);
      if (field.shape === 'object' && !field.readOnly) types.add(field.base);
    }
  }
  return found;
}

/** A shortest good value for a field that mutations want to be there. */
export function smallest(field) {
  const one = smallestOne(field);
  return field.list ? [one] : one;
}

function smallestOne(field) {
  switch (field.shape) {
    case 'object':
      return smallestObject(field.base);
    case 'enum':
      return field.values[0];
    case 'date':
    case 'datetime':
      return '2026-03-02';
    case 'currency':
      return 'EUR';
    case 'country':
      return 'DE';
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 1;
    case 'uri':
      return 'https://muehlenbrink.example/a';
    case 'email':
      return 'auftrag@muehlenbrink.example';
    default:
      return 'x';
  }
}

function smallestObject(type) {
  const object = {};
  for (const field of fields.get(type)) if (field.required) object[field.name] = smallest(field);
  return object;
}

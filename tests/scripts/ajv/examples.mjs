// The documents of examples/, by kind.
import { readFileSync, readdirSync } from 'node:fs';

import { copyOf, parseKeepingNumbers } from './json_text.mjs';
import { fieldsOfKind, kinds, sitesOf } from './model.mjs';

const root = new URL('../../../examples/', import.meta.url);

// Short ones mostly, so that mutations meet each other; what is faulty already is seldom a good start.
function weightOf(name) {
  if (name === 'minimal') return 6;
  if (name === 'lifelike') return 4;
  if (name === 'full') return 1;
  return name.startsWith('faulty_') ? 0.1 : 1;
}

export class Examples {
  #byKind = new Map(kinds.map((kind) => [kind, read(kind)]));

  get all() {
    return [...this.#byKind.values()].flat();
  }

  named(name) {
    return this.all.filter((example) => example.name === name);
  }

  pick(kind, random) {
    return random.pickWeighted(this.#byKind.get(kind));
  }
}

/** The fields of its kind that an example has not. */
export function missingIn({ kind, document }) {
  const present = new Set(
    sitesOf(document)
      .filter((site) => site.present)
      .map(({ owner, field }) => `${owner}.${field.name}`),
  );
  return [...fieldsOfKind(kind)].filter((field) => !present.has(field));
}

/** The document again and again, each time with one field or element less. */
export function lessOne(document) {
  const documents = [];
  const walk = (value, path) => {
    for (const step of Object.keys(value)) {
      const less = copyOf(document);
      const parent = path.reduce((at, name) => at[name], less);
      if (Array.isArray(parent)) parent.splice(Number(step), 1);
      else delete parent[step];
      documents.push(less);
      if (value[step] !== null && typeof value[step] === 'object') walk(value[step], [...path, step]);
    }
  };
  walk(document, []);
  return documents;
}

function read(kind) {
  const folder = new URL(`${kind.toLowerCase()}/`, root);
  const names = readdirSync(folder)
    .filter((file) => /^[^.]+\.json$/.test(file))
    .map((file) => file.replace('.json', ''));
  return names.sort().map((name) => ({
    kind,
    name,
    faulty: name.startsWith('faulty_'),
    weight: weightOf(name),
    document: parseKeepingNumbers(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
  }));
}

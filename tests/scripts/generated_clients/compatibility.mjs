// Whether clients of an older description understand a newer one: `breaches` names what they would miss.
// Requests may only become more lenient, and answers only say more.

const methods = ['get', 'put', 'post', 'patch', 'delete'];

export function breaches(older, newer) {
  const found = new Set();
  const compare = new Comparison(older, newer, (place, why) => found.add(`${place}: ${why}`));
  for (const [path, item] of Object.entries(older.paths)) {
    for (const method of methods.filter((one) => item[one])) {
      const place = item[method].operationId;
      const now = newer.paths[path]?.[method];
      if (now === undefined) found.add(`${place}: the operation is missing`);
      else compare.operations(place, item[method], now);
    }
  }
  for (const name of Object.keys(older.components.schemas)) {
    if (!newer.components.schemas[name]) found.add(`${name}: the schema is missing`);
  }
  return [...found];
}

class Comparison {
  #older;
  #newer;
  #report;
  #compared = new Set();

  constructor(older, newer, report) {
    this.#older = new Schemas(older);
    this.#newer = new Schemas(newer);
    this.#report = report;
  }

  operations(place, before, now) {
    if (before.operationId !== now.operationId) this.#report(place, `its operationId is ${now.operationId}`);
    this.#parameters(place, before.parameters, now.parameters);
    if (before.requestBody) this.#contents(place, before.requestBody, now.requestBody ?? {}, 'request');
    else if (now.requestBody?.required) this.#report(place, 'it needs a body');
    for (const [status, response] of Object.entries(before.responses)) {
      const other = now.responses[status];
      if (other === undefined) this.#report(place, `the answer ${status} is missing`);
      else this.#answers(`${place} ${status}`, this.#older.resolved(response), this.#newer.resolved(other));
    }
    for (const one of now.security) {
      if (!before.security.some((other) => sameKeys(one, other)) && now.security.length === before.security.length) {
        this.#report(place, `it needs ${Object.keys(one)}`);
      }
    }
  }

  #parameters(place, before, now) {
    const nameOf = (one) => `${one.in} ${one.name}`;
    const all = now.map((one) => this.#newer.resolved(one));
    const known = before.map((one) => this.#older.resolved(one));
    for (const one of known) {
      const other = all.find((candidate) => nameOf(candidate) === nameOf(one));
      if (other === undefined) this.#report(place, `the parameter ${one.name} is missing`);
      else this.#schemas(`${place} ${one.name}`, [one.schema], [other.schema], 'request');
      if (other?.required && !one.required) this.#report(place, `the parameter ${one.name} is required`);
    }
    for (const one of all.filter(({ required }) => required)) {
      if (!known.some((candidate) => nameOf(candidate) === nameOf(one))) {
        this.#report(place, `the new parameter ${one.name} is required`);
      }
    }
  }

  #answers(place, before, now) {
    for (const [name, header] of Object.entries(before.headers ?? {})) {
      const other = now.headers?.[name];
      if (other === undefined) this.#report(place, `the header ${name} is missing`);
      else this.#schemas(`${place} ${name}`, [this.#older.resolved(header).schema], [this.#newer.resolved(other).schema], 'answer');
    }
    this.#contents(place, before, now, 'answer');
  }

  #contents(place, before, now, direction) {
    for (const [media, { schema }] of Object.entries(before.content ?? {})) {
      const other = now.content?.[media];
      if (other === undefined) this.#report(place, `${media} is missing`);
      else this.#schemas(place, [schema], [other.schema], direction);
    }
  }

  /** Lists of alternatives. Those with the same word as their `type` are compared with each other. */
  #schemas(place, before, now, direction) {
    const pair = `${direction} ${JSON.stringify(before)} ${JSON.stringify(now)}`;
    if (this.#compared.has(pair)) return;
    this.#compared.add(pair);
    const older = this.#older.alternatives(before);
    const newer = this.#newer.alternatives(now);
    const kinds = older.length < 2 ? [] : [...new Set(older.flatMap((one) => this.#older.kindsOf(one)))];
    if (kinds.length === 0) this.#values(place, merged(older), merged(newer), direction);
    for (const kind of kinds) {
      const ofKind = (schemas, all) => all.filter((one) => schemas.kindsOf(one).includes(kind)).map(withoutType);
      const others = ofKind(this.#newer, newer);
      if (others.length === 0) this.#report(place, `${kind} is missing`);
      else this.#values(`${place} ${kind}`, merged(ofKind(this.#older, older)), merged(others), direction);
    }
  }

  #values(place, before, now, direction) {
    const [given, accepted] = direction === 'answer' ? [now, before] : [before, now];
    if (!given.types.isSubsetOf(accepted.types)) {
      this.#report(place, `the type was ${[...before.types]} and is ${[...now.types]}`);
    }
    for (const word of before.words ?? []) {
      if (now.words && !now.words.has(word)) this.#report(place, `${word} is missing`);
    }
    if (direction === 'request' && !before.words && now.words) this.#report(place, 'only some words are accepted');
    for (const name of accepted.required) {
      if (!given.required.has(name)) this.#report(place, `${name} ${direction === 'answer' ? 'may be absent' : 'is required'}`);
    }
    if (direction === 'request') this.#bounds(place, before.bounds, now.bounds);
    for (const [name, schemas] of before.properties) {
      const others = now.properties.get(name);
      if (others === undefined) this.#report(place, `${name} is missing`);
      else this.#schemas(`${place} ${name}`, schemas, others, direction);
    }
    if (before.items.length > 0 && now.items.length > 0) this.#schemas(`${place} []`, before.items, now.items, direction);
  }

  #bounds(place, before, now) {
    for (const [name, bound] of now) {
      const other = before.get(name);
      const isLower = name.startsWith('min');
      const isSame = JSON.stringify(other) === JSON.stringify(bound);
      const isWider = typeof bound === 'number' && other !== undefined && (isLower ? bound < other : bound > other);
      if (!isSame && !isWider) this.#report(place, `${name} was ${other} and is ${bound}`);
    }
  }
}

const boundNames = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'];
const everyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];

class Schemas {
  #document;

  constructor(document) {
    this.#document = document;
  }

  resolved(part) {
    if (!part.$ref) return part;
    const target = part.$ref.slice(2).split('/').reduce((value, name) => value?.[name], this.#document) ?? {};
    return { ...this.resolved(target), ...part, $ref: undefined };
  }

  /** Without references, allOf, oneOf and anyOf: each value fits one of them. */
  alternatives(schemas) {
    return schemas.flatMap((schema) => {
      const { allOf = [], oneOf, anyOf, ...own } = this.resolved(schema);
      const parts = [...allOf.map((one) => [one]), ...[oneOf, anyOf].filter(Boolean)];
      return parts.reduce(
        (all, part) => all.flatMap((one) => this.alternatives(part).map((other) => intersection(one, other))),
        [simple(own)],
      );
    });
  }

  /** The words of `type`, if it has some. */
  kindsOf(alternative) {
    const type = alternative.properties.get('type');
    return type ? [...(merged(this.alternatives(type)).words ?? [])] : [];
  }
}

function simple(schema) {
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const types = schema.type ? [schema.type].flat() : (words?.map((word) => (word === null ? 'null' : typeof word)) ?? everyType);
  return {
    types: new Types(types),
    words: words && new Set(words.filter((word) => word !== null)),
    required: new Set(schema.required ?? []),
    properties: new Map(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, [one]])),
    items: schema.items ? [schema.items] : [],
    bounds: new Map(boundNames.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]])),
  };
}

/** An integer is a number. */
class Types extends Set {
  isSubsetOf(other) {
    return [...this].every((type) => other.has(type) || (type === 'integer' && other.has('number')));
  }
}

function intersection(one, other) {
  const isAny = ({ types }) => types.size === everyType.length;
  const properties = new Map(one.properties);
  for (const [name, schemas] of other.properties) {
    const own = properties.get(name);
    properties.set(name, own ? [{ allOf: [...own, ...schemas] }] : schemas);
  }
  return {
    types: isAny(one) ? other.types : isAny(other) ? one.types : new Types([...one.types].filter((type) => other.types.has(type))),
    words: one.words ?? other.words,
    required: new Set([...one.required, ...other.required]),
    properties,
    items: [...one.items, ...other.items],
    bounds: new Map([...one.bounds, ...other.bounds]),
  };
}

function withoutType(alternative) {
  return { ...alternative, properties: new Map([...alternative.properties].filter(([name]) => name !== 'type')) };
}

/** A value of any of them. */
function merged(alternatives) {
  const properties = new Map();
  for (const one of alternatives) {
    for (const [name, schemas] of one.properties) properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  }
  const objects = alternatives.filter(({ types }) => types.has('object'));
  const isWord = ({ types, words }) => words || [...types].every((type) => type === 'null');
  const worded = alternatives.filter(({ words }) => words);
  return {
    types: new Types(alternatives.flatMap(({ types }) => [...types])),
    words: worded.length > 0 && alternatives.every(isWord) ? new Set(worded.flatMap(({ words }) => [...words])) : undefined,
    required: new Set([...(objects[0]?.required ?? [])].filter((name) => objects.every(({ required }) => required.has(name)))),
    properties,
    items: alternatives.flatMap(({ items }) => items),
    bounds: new Map(alternatives.flatMap(({ bounds }) => [...bounds])),
  };
}

const sameKeys = (one, other) => JSON.stringify(Object.keys(one).sort()) === JSON.stringify(Object.keys(other).sort());

// The document as tests use it: its operations, and judges of bodies by its schemas.
import Ajv from 'ajv/dist/2020.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

// The schemas assert these; those of the document model only note them.
const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uri: (text) => URL.canParse?.(text) ?? Boolean(new URL(text)),
};

export class Description {
  #document;
  #ajv;
  #judges = new Map();

  constructor(document) {
    this.#document = document;
    this.#ajv = new Ajv({ strict: false, allErrors: true, formats, schemaId: '$id' });
    this.#ajv.addSchema({ $id: 'api:', ...this.#closed(structuredClone(document)) });
  }

  get document() {
    return this.#document;
  }

  /** Every operation, with what its answers point to in its place. */
  get operations() {
    return Object.entries(this.#document.paths).flatMap(([path, item]) =>
      methods
        .filter((method) => item[method])
        .map((method) => ({
          id: item[method].operationId,
          summary: item[method].summary,
          method: method.toUpperCase(),
          path,
          pointer: `/paths/${escaped(path)}/${method}`,
          parameters: item[method].parameters ?? [],
          body: item[method].requestBody,
          security: item[method].security,
          scopes: item[method]['x-scopes'],
          statuses: Object.keys(item[method].responses).filter((status) => status !== 'default').map(Number),
        })),
    );
  }

  /** What is wrong with an answer to the operation, in words. */
  faultsOfAnswer(operation, answer) {
    const at = this.#answerPointer(operation, answer.status);
    if (at === undefined) return [`status ${answer.status} is not described`];
    const described = valueAt(this.#document, at);
    return [...this.#faultsOfHeaders(described, answer), ...this.#faultsOfBody(described, at, answer)];
  }

  faultsOfRequestBody(operation, text) {
    return this.#faultsOfJson(`${operation.pointer}/requestBody/content/application~1json/schema`, text);
  }

  /** What is wrong with a call of a webhook, in words. */
  faultsOfCall(event, { headers, body }) {
    const call = this.#document.webhooks[event]?.post;
    if (call === undefined) return [`the webhook ${event} is not described`];
    const pointer = `/webhooks/${escaped(event)}/post`;
    return [
      ...call.parameters.flatMap(({ name }, index) =>
        this.#faultsOfJson(`${pointer}/parameters/${index}/schema`, JSON.stringify(headers[name.toLowerCase()] ?? null)),
      ),
      ...this.#faultsOfJson(`${pointer}/requestBody/content/application~1json/schema`, body),
    ];
  }

  /** Every example of a body, with what is wrong with it. */
  *examples() {
    for (const operation of this.operations) {
      const contents = [[`${operation.pointer}/requestBody`, operation.body]];
      for (const status of operation.statuses) {
        const at = this.#answerPointer(operation, status);
        contents.push([at, valueAt(this.#document, at)]);
      }
      for (const [at, holder] of contents) yield* this.#examplesIn(operation.id, at, holder);
    }
    for (const [event, { post }] of Object.entries(this.#document.webhooks)) {
      yield* this.#examplesIn(event, `/webhooks/${escaped(event)}/post/requestBody`, post.requestBody);
    }
  }

  /** Every body of an answer: whose it is, where its description is, and the example of it. */
  *bodiesOfAnswers() {
    for (const operation of this.operations) {
      for (const status of operation.statuses) {
        const pointer = this.#answerPointer(operation, status);
        const { content = {} } = valueAt(this.#document, pointer);
        for (const [media, { example }] of Object.entries(content)) yield { operation, status, pointer, media, example };
      }
    }
  }

  at(pointer) {
    return valueAt(this.#document, pointer);
  }

  /** Where an answer to the operation is described: one place for all that share a description. */
  answerPointer(operation, status) {
    return this.#answerPointer(operation, status);
  }

  *#examplesIn(name, at, holder) {
    for (const [media, { example }] of Object.entries(holder?.content ?? {})) {
      if (example === undefined) continue;
      const schema = `${at}/content/${escaped(media)}/schema`;
      yield { name: `${name}: ${at}`, faults: this.#faultsOfJson(schema, JSON.stringify(example)) };
    }
  }

  #answerPointer(operation, status) {
    const pointer = `${operation.pointer}/responses/${status}`;
    const described = valueAt(this.#document, pointer);
    return described?.$ref ? described.$ref.slice(1) : described && pointer;
  }

  #faultsOfHeaders(described, { headers }) {
    const faults = [];
    const names = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
    for (const [name, value] of Object.entries(headers)) {
      if (!names.includes(name) && !headersOfHttp.includes(name)) faults.push(`the header ${name} is not described`);
      if (!names.includes(name)) continue;
      const own = Object.keys(described.headers).find((key) => key.toLowerCase() === name);
      const reference = described.headers[own].$ref.slice(1);
      const isNumber = valueAt(this.#document, reference).schema.type === 'integer';
      const text = isNumber && /^\d+$/.test(value) ? value : JSON.stringify(value);
      faults.push(...this.#faultsOfJson(`${reference}/schema`, text));
    }
    return faults;
  }

  #faultsOfBody(described, at, { headers, body }) {
    const medias = Object.keys(described.content ?? {});
    if (medias.length === 0) return body === '' ? [] : ['there is a body, and none is described'];
    const [type] = (headers['content-type'] ?? 'none').split(';');
    if (!medias.includes(type) && !medias.includes(type.replace(/\/.*/, '/*'))) return [`the content type is ${type}, not ${medias}`];
    if (type !== 'application/json') return body === '' ? ['the body is empty'] : [];
    return this.#faultsOfJson(`${at}/content/application~1json/schema`, body);
  }

  #faultsOfJson(pointer, text) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return ['the body is no JSON'];
    }
    if (!this.#judges.has(pointer)) this.#judges.set(pointer, this.#ajv.getSchema(`api:#${encodeURI(pointer)}`));
    const judge = this.#judges.get(pointer);
    if (!judge) return [`there is no schema at ${pointer}`];
    if (judge(value)) return [];
    return judge.errors.slice(0, 5).map(({ instancePath, message, params }) => {
      return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
    });
  }

  // A copy in which our own shapes have no other fields than those described: clients must bear more, but what we send
  // must be in the document. What documents hold is theirs.
  #closed(copy) {
    const own = new Set(Object.keys(copy.components.schemas).filter((name) => !this.#isOfModel(name)));
    for (const [name, schema] of Object.entries(copy.components.schemas)) {
      if (own.has(name)) closeWithin(schema, own, true);
      else dropFormats(schema);
    }
    for (const holder of [copy.paths, copy.webhooks, copy.components.responses]) closeWithin(holder, own, true);
    return copy;
  }

  #isOfModel(name) {
    const names = new Set(['Document']);
    const reach = (schema) => {
      JSON.stringify(schema, (key, value) => {
        const target = key === '$ref' && value.split('/').pop();
        if (target && !names.has(target)) {
          names.add(target);
          reach(this.#document.components.schemas[target]);
        }
        return value;
      });
    };
    this.modelNames ??= (reach(this.#document.components.schemas.Document), names);
    return this.modelNames.has(name);
  }
}

const headersOfHttp = [
  'date', 'content-length', 'content-type', 'connection', 'x-content-type-options', 'content-security-policy',
  'referrer-policy', 'vary', 'content-encoding', 'content-language', 'cache-control',
];

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (part) => part.replaceAll('~1', '/').replaceAll('~0', '~');
const valueAt = (document, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, part) => value?.[unescaped(part)], document);

// What stands in allOf has its fields closed by who names it, not by itself.
function closeWithin(schema, own, isOpen) {
  if (schema === null || typeof schema !== 'object') return;
  if (Array.isArray(schema)) {
    schema.forEach((part) => closeWithin(part, own, isOpen));
    return;
  }
  const target = typeof schema.$ref === 'string' && schema.$ref.startsWith('#/components/schemas/');
  const closes = target ? own.has(schema.$ref.split('/').pop()) : isObject(schema.properties);
  if (closes && !isOpen) schema.unevaluatedProperties = false;
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'properties' || key === 'schemas') {
      Object.values(part).forEach((property) => closeWithin(property, own, false));
    } else {
      closeWithin(part, own, key === 'allOf' || !schemaWords.includes(key));
    }
  }
}

const schemaWords = ['items', 'anyOf', 'oneOf', 'schema', 'additionalProperties'];
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function dropFormats(schema) {
  if (schema === null || typeof schema !== 'object') return;
  if (typeof schema.format === 'string') delete schema.format;
  Object.values(schema).forEach(dropFormats);
}

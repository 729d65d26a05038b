// Examples of bodies are real: the exchange accepts those of requests, and gives answers like those of answers.
import { provocations } from './provocations.mjs';
import { json, sent } from './requests.mjs';

// An example would not show what these bodies are.
const withoutExample = ['text/html', 'text/*', 'application/pdf', 'application/xml', 'application/EDIFACT', 'image/png', 'image/*'];
const operationsWithoutExample = ['getOpenApiDocument'];

// Strings that an example has exactly as a real answer, numbers in them apart. Other strings have the same form.
const exactFields = ['code', 'message', 'detailCode', 'documentation', 'path'];
// Their schemas say enough: a document, and objects whose keys are the caller's.
const freeFields = ['content', 'context', 'errors'];

const forms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^https?:\/\//,
];
const isUuid = (value) => typeof value === 'string' && forms[0].test(value);
const formOf = (text) => forms.findIndex((form) => form.test(text));
const masked = (text) => text.replaceAll(/\d+(\.\d+)*/g, '0');
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Answers by the place of their description; all operations that share a description share its answers. */
export class RealAnswers {
  #answers = new Map();

  add(description, operation, answer) {
    const pointer = description.answerPointer(operation, answer.status);
    if (!this.#answers.has(pointer)) this.#answers.set(pointer, []);
    this.#answers.get(pointer).push(answer);
  }

  /** What is wrong with the example, in words. Without a real answer nothing is known. */
  faultsOf({ pointer, media, example }) {
    const real = (this.#answers.get(pointer) ?? []).filter(({ headers }) => headers['content-type']?.split(';')[0] === media);
    if (typeof example === 'string') return faultsOfText(example, real);
    return faultsOfExample(example, real.map(({ body }) => JSON.parse(body)));
  }
}

/** What is wrong with an example, if no real body is like it. */
export function faultsOfExample(example, bodies) {
  if (bodies.length === 0) return ['no real body is known'];
  const faults = bodies.map((body) => faultOfValue(example, body, '', ''));
  if (faults.includes(undefined)) return [];
  const [longest] = faults.sort((a, b) => b.at.length - a.at.length);
  return [`${longest.at || 'the body'}: ${longest.what}`, ...bodies.slice(0, 3).map((body) => json(body))];
}

/** The bodies that should have an example and have none. */
export function lackingExamples(description) {
  const requests = description.operations
    .filter(({ body }) => body && body.content['application/json'].example === undefined)
    .map(({ id }) => `the request of ${id} has no example`);
  const answers = [...description.bodiesOfAnswers()]
    .filter(({ media, example }) => example === undefined && !withoutExample.includes(media))
    .filter(({ operation }) => !operationsWithoutExample.includes(operation.id))
    .map(({ operation, status, media }) => `the ${media} of ${operation.id} ${status} has no example`);
  return [...requests, ...answers];
}

/** Sends the example of a request in place of the good body. Ids in it become those of real objects. */
export async function faultsOfRequestExample(exchange, operation) {
  const good = await provocations[operation.id].good(exchange);
  const { example } = operation.body.content['application/json'];
  const body = json(await withRealIds(exchange, example, JSON.parse(good.body)));
  const answer = await exchange.ask({ ...good, body });
  return answer.status < 300 ? [] : [`${answer.status}: ${answer.body}`, body];
}

/** Texts that must belong to a real person. */
const ofPeople = ['email', 'password', 'presentPassword', 'link', 'proof', 'code'];

async function withRealIds(exchange, example, good, key) {
  if (ofPeople.includes(key)) return good ?? example;
  if (isUuid(example)) return isUuid(good) ? good : key === exchange.idName ? sent(exchange) : example;
  if (typeOf(example) === 'array') return Promise.all(example.map((one, index) => withRealIds(exchange, one, good?.[index])));
  if (typeOf(example) !== 'object') return example;
  const entries = Object.entries(example).map(async ([name, value]) => [name, await withRealIds(exchange, value, good?.[name], name)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Each line of a text must be one of the real answer. */
function faultsOfText(example, answers) {
  const lines = new Set(answers.flatMap(({ body }) => body.split('\n').map(masked)));
  return example
    .split('\n')
    .filter((line) => !lines.has(masked(line)))
    .map((line) => `no real answer has the line ${line}`);
}

/** undefined, or the first place in which the two differ. */
function faultOfValue(example, real, at, key) {
  const differ = (what) => ({ at, what });
  const type = typeOf(example);
  if (type !== typeOf(real)) return differ(`${type} instead of ${typeOf(real)}`);
  if (freeFields.includes(key)) return undefined;
  if (type === 'object') return faultOfObject(example, real, at);
  if (type === 'array') return faultOfArray(example, real, at);
  if (type === 'boolean' && example !== real) return differ(`${example} instead of ${real}`);
  if (type !== 'string') return undefined;
  if (exactFields.includes(key)) return masked(example) === masked(real) ? undefined : differ(`"${example}" instead of "${real}"`);
  return formOf(example) === formOf(real) ? undefined : differ(`"${example}" does not look like "${real}"`);
}

function faultOfObject(example, real, at) {
  const lacks = Object.keys(real).filter((name) => !(name in example));
  const extra = Object.keys(example).filter((name) => !(name in real));
  if (lacks.length + extra.length > 0) return { at, what: `it lacks [${lacks}] and has [${extra}] in addition` };
  for (const [name, value] of Object.entries(example)) {
    const fault = faultOfValue(value, real[name], `${at}/${name}`, name);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfArray(example, real, at) {
  if (example.length === 0 && real.length > 0) return { at, what: 'the list is empty' };
  for (const [index, value] of example.entries()) {
    const faults = real.map((one) => faultOfValue(value, one, `${at}/${index}`, ''));
    if (!faults.includes(undefined)) return faults[0] ?? { at, what: 'the real list is empty' };
  }
  return undefined;
}

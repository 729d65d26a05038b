// JSON with its tokens kept: 1.50 stays 1.50, and a mutation may put any text where a value or a name stands, also one
// that JSON does not allow. A kept token travels through JSON.parse and JSON.stringify as a string behind a mark.
const mark = '\u0000';
const stringOrNumber = /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const markedString = /"\\u0000((?:[^"\\]|\\.)*)"/g;
const markedName = /"\\u0000\d+:((?:[^"\\]|\\.)*)":/g;

/** A value that is written as `text`, whatever that is. */
export const raw = (text) => mark + text;

export const isRaw = (value) => typeof value === 'string' && value.startsWith(mark);

/** The token behind a raw value. */
export const tokenOf = (value) => value.slice(1);

export const isNumber = (value) => isRaw(value) && /^-?\d/.test(tokenOf(value));

/** A name that is written as `name` though the object has that name already. */
export const sameNameAgain = (name) => `${mark}2:${name}`;

/** JSON text → values, in which every number is a raw one. */
export function parseKeepingNumbers(text) {
  return JSON.parse(text.replace(stringOrNumber, (token, string) => string ?? JSON.stringify(raw(token))));
}

/** Values → JSON text on one line. */
export function print(value) {
  return JSON.stringify(value)
    .replace(markedName, '"$1":')
    .replace(markedString, (_, escaped) => JSON.parse(`"${escaped}"`));
}

export const copyOf = (value) => structuredClone(value);

/** What stands at `path` (names and numbers joined by dots); undefined where nothing does. */
export function valueAt(document, path) {
  let value = document;
  for (const step of path === '' ? [] : path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

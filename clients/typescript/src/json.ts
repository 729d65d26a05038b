import { Decimal } from "./decimal.js";

// The exchange takes 64 levels, and an answer wraps a document in a few more.
const depthMax = 128;

export type Json = null | boolean | string | Decimal | Json[] | { [name: string]: Json };

/** A text that is not JSON, or is JSON that two readers could read differently. */
export class JsonError extends Error {
  override name = "JsonError";
  readonly position: number;
  constructor(problem: string, position: number) {
    super(`The text is not valid JSON: ${problem} at character ${position}.`);
    this.position = position;
  }
}

/** Called with each object when its end is reached: the outermost object has depth 1. */
export type Visit = (object: { [name: string]: Json }, depth: number, text: string) => void;

/** Reads JSON. Every number is a Decimal with the digits of the text. Throws JsonError. */
export function parse(text: string, visit?: Visit): Json {
  return new Reader(text, visit).whole();
}

const escaped: Record<string, string> = {
  '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t",
};
const loneSurrogate = /\p{Surrogate}/u;

class Reader {
  readonly #text: string;
  readonly #visit: Visit | undefined;
  #at = 0;

  constructor(text: string, visit: Visit | undefined) {
    this.#text = text;
    this.#visit = visit;
  }

  whole(): Json {
    const value = this.#value(1);
    this.#blanks();
    if (this.#at < this.#text.length) this.#fail("unexpected text after the value");
    return value;
  }

  #value(depth: number): Json {
    this.#blanks();
    const first = this.#text[this.#at];
    if ((first === "{" || first === "[") && depth > depthMax) this.#fail(`more than ${depthMax} levels`);
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list(depth);
    if (first === '"') return this.#string();
    if (first === "t") return this.#word("true", true);
    if (first === "f") return this.#word("false", false);
    if (first === "n") return this.#word("null", null);
    return this.#number();
  }

  #object(depth: number): Json {
    const begin = this.#at++;
    const object: { [name: string]: Json } = {};
    for (let isFirst = true; !this.#ends("}", isFirst); isFirst = false) {
      this.#blanks();
      const at = this.#at;
      if (this.#text[at] !== '"') this.#fail("a name is missing");
      const name = this.#string();
      if (Object.hasOwn(object, name)) this.#fail(`the name ${JSON.stringify(name)} occurs twice`, at);
      this.#blanks();
      if (this.#text[this.#at] !== ":") this.#fail("a colon is missing");
      ++this.#at;
      const value = this.#value(depth + 1);
      // An assignment to __proto__ would make no member.
      if (name !== "__proto__") object[name] = value;
      else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
    }
    this.#visit?.(object, depth, this.#text.slice(begin, this.#at));
    return object;
  }

  #list(depth: number): Json {
    ++this.#at;
    const list: Json[] = [];
    for (let isFirst = true; !this.#ends("]", isFirst); isFirst = false) list.push(this.#value(depth + 1));
    return list;
  }

  // Takes the end of an object or list, or the comma before its next element.
  #ends(end: string, isFirst: boolean): boolean {
    this.#blanks();
    const next = this.#text[this.#at];
    if (next !== end && isFirst) return false;
    if (next !== end && next !== ",") this.#fail(`a comma or ${end} is missing`);
    ++this.#at;
    return next === end;
  }

  #string(): string {
    const begin = this.#at++;
    let value = "";
    for (let from = this.#at; ; ) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) {
        value += this.#text.slice(from, this.#at++);
        if (loneSurrogate.test(value)) this.#fail("half of a surrogate pair", begin);
        return value;
      }
      if (code === 0x5c) {
        value += this.#text.slice(from, this.#at) + this.#escape();
        from = this.#at;
      } else if (code >= 0x20) {
        ++this.#at;
      } else {
        this.#fail(this.#at < this.#text.length ? "a control character in a string" : "a string without its end");
      }
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? "";
    if (letter !== "u") {
      const value = escaped[letter];
      if (value === undefined) this.#fail("an unknown escape");
      this.#at += 2;
      return value;
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail("an unknown escape");
    this.#at += 6;
    return String.fromCharCode(parseInt(digits, 16));
  }

  #number(): Decimal {
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    number.lastIndex = this.#at;
    const found = number.exec(this.#text);
    if (!found) this.#fail(this.#at < this.#text.length ? "unexpected text" : "unexpected end");
    try {
      const decimal = new Decimal(found[0]);
      this.#at = number.lastIndex;
      return decimal;
    } catch {
      this.#fail("a number that is too long");
    }
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail("unexpected text");
    this.#at += word.length;
    return value;
  }

  #blanks(): void {
    for (; ; ++this.#at) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  #fail(problem: string, at = this.#at): never {
    throw new JsonError(problem, at);
  }
}

/**
 * Writes JSON. A Decimal is written as a number with its digits, and a number only if it is whole and safe. Throws a
 * TypeError that names the place of a value that has no exact form.
 */
export function stringify(value: unknown): string {
  return write(value, "", 1);
}

function write(value: unknown, path: string, depth: number): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (value instanceof Decimal) return value.text;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return String(value);
    return refuse(path, `the number ${value} may have lost digits. Use new Decimal("1.50")`);
  }
  if (typeof value === "string") {
    return loneSurrogate.test(value) ? refuse(path, "the text has half of a surrogate pair") : JSON.stringify(value);
  }
  if (depth > depthMax) return refuse(path, `the value has more than ${depthMax} levels, or contains itself`);
  const below = (name: string | number) => (path ? `${path}.${name}` : String(name));
  if (Array.isArray(value)) {
    // Array.from visits holes too, and undefined is refused.
    return `[${Array.from(value, (element, index) => write(element, below(index), depth + 1)).join(",")}]`;
  }
  if (typeof value !== "object") return refuse(path, `${typeof value} is not a value of JSON`);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return refuse(path, `${value.constructor?.name} is not a value of JSON. Write it as a text`);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const written = members.map(([name, member]) => {
    return `${write(name, path, depth)}:${write(member, below(name), depth + 1)}`;
  });
  return `{${written.join(",")}}`;
}

function refuse(path: string, why: string): never {
  throw new TypeError(`${path || "The value"}: ${why}.`);
}

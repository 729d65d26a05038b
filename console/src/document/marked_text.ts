// The text of a document, a line for each value, with the path of each, so that faults can be
// marked. A text that is not JSON, or was cut, is shown unchanged.

import { plainPath } from './marks';

export interface Line {
  depth: number;
  text: string;
  /** A path such as content.items.0.quantity; undefined for a closing bracket. */
  path?: string;
}

export interface DocumentText {
  lines: Line[];
  /** The index of a line, by path. */
  places: Map<string, number>;
  /** The index of the first character in the text, by path. */
  begins: Map<string, number>;
}

interface Open {
  closer: '}' | ']';
  path: string;
  index: number;
}

class NoJson extends Error {}

const content = 'content';
const scalar = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^\s,[\]{}":]+/y;
const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const white = /\s*/y;

const below = (path: string, step: string) => (path === '' ? step : `${path}.${step}`);

class Reader {
  readonly lines: Line[] = [];
  readonly places = new Map<string, number>();
  readonly begins = new Map<string, number>();
  private at = 0;
  private line: Line = { depth: 0, text: '' };
  private readonly open: Open[] = [];

  constructor(
    private readonly text: string,
    private readonly root: string,
  ) {}

  read(): DocumentText {
    this.skip();
    if (this.isAtEnd()) throw new NoJson();
    this.value(this.root);
    this.skip();
    while (!this.isAtEnd()) {
      this.step();
      this.skip();
    }
    this.endLine(0);
    return { lines: this.lines, places: this.places, begins: this.begins };
  }

  private step() {
    const within = this.open.at(-1);
    const next = this.text.charAt(this.at);
    if (!within) throw new NoJson();
    if (next === within.closer) {
      this.at += 1;
      this.open.pop();
      if (!/[[{]$/.test(this.line.text)) this.endLine(this.open.length);
      this.line.text += next;
      return;
    }
    const isFirst = within.index === -1;
    if (!isFirst) {
      if (next !== ',') throw new NoJson();
      this.at += 1;
      this.line.text += ',';
      this.skip();
      if (this.isAtEnd()) return;
    }
    within.index += 1;
    this.endLine(this.open.length);
    if (within.closer === ']') this.value(below(within.path, String(within.index)));
    else this.member(within.path);
  }

  private member(path: string) {
    if (this.text.charAt(this.at) !== '"') throw new NoJson();
    const begin = this.at;
    const name = this.take(scalar);
    const own = below(path, name.slice(1, -1));
    this.place(own, begin);
    this.line.text += name;
    this.skip();
    if (this.isAtEnd()) return;
    if (this.text.charAt(this.at) !== ':') throw new NoJson();
    this.at += 1;
    this.line.text += ': ';
    this.skip();
    if (!this.isAtEnd()) this.value(own);
  }

  private value(path: string) {
    this.place(path);
    const next = this.text.charAt(this.at);
    if (next === '{' || next === '[') {
      this.at += 1;
      this.line.text += next;
      this.open.push({ closer: next === '{' ? '}' : ']', path, index: -1 });
      return;
    }
    const taken = this.take(scalar);
    const isCut = this.isAtEnd() && path !== this.root;
    if (!taken.startsWith('"') && !word.test(taken) && !isCut) throw new NoJson();
    this.line.text += taken;
  }

  private place(path: string, begin = this.at) {
    this.line.path = path;
    if (this.places.has(path)) return;
    this.places.set(path, this.lines.length);
    this.begins.set(path, begin);
  }

  private endLine(depth: number) {
    this.lines.push(this.line);
    this.line = { depth, text: '' };
  }

  private take(what: RegExp): string {
    what.lastIndex = this.at;
    const taken = what.exec(this.text)?.[0];
    if (taken === undefined) throw new NoJson();
    this.at += taken.length;
    return taken;
  }

  private skip() {
    white.lastIndex = this.at;
    this.at += white.exec(this.text)?.[0].length ?? 0;
  }

  private isAtEnd = () => this.at >= this.text.length;
}

/** Reads a content, or with the root "" the body of a request, whose paths begin with its members. */
export function documentText(text: string, root: '' | 'content' = content): DocumentText {
  try {
    return new Reader(text, root).read();
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    const lines = text.split('\n').map((line) => ({ depth: 0, text: line }));
    return { lines, places: new Map(), begins: new Map() };
  }
}

/** Returns the path of a fault, or its nearest ancestor in the text if the field is missing. */
export function placeOf({ places }: DocumentText, path: string): string | undefined {
  let tried = plainPath(path);
  for (; !places.has(tried); tried = tried.slice(0, tried.lastIndexOf('.'))) {
    if (!tried.includes('.')) return undefined;
  }
  return tried;
}

/**
 * Returns the path that a text of a report names, with or without "content." at its beginning. A
 * single name, such as orderIdentifier, is the first field with this name.
 */
export function placeNamedBy({ places }: DocumentText, text: string): string | undefined {
  const path = plainPath(text.trim());
  const found = [path, `${content}.${path}`].find((tried) => tried.includes('.') && places.has(tried));
  if (found !== undefined || !/^[a-z]\w*$/i.test(path)) return found;
  return [...places.keys()].find((place) => place.endsWith(`.${path}`));
}

interface Names {
  field: (name: string) => string;
  element: (name: string) => string;
}

/** Returns a path in words: Items 4 › Unit price. */
export function wordsAt(path: string, { field, element }: Names): string {
  const words: string[] = [];
  const steps = plainPath(path).split('.');
  for (const [at, step] of steps.entries()) {
    const isElement = /^\d+$/.test(steps[at + 1] ?? '');
    if (/^\d+$/.test(step)) words.push(`${words.pop() ?? ''} ${Number(step) + 1}`.trim());
    else if (step !== content) words.push(isElement ? element(step) : field(step));
  }
  return words.join(' › ');
}

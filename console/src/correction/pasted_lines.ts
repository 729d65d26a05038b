// Lines of a document from the rows of a spreadsheet, whose first row names the columns.
import { Exact, type Json } from '../document/exact_json';
import { declaredType, definedNames, isObject, model, type JsonObject } from '../document/model';
import { withValue, type Path } from './edits';

export interface Column {
  head: string;
  /** Undefined if the head names no field of a line. */
  path: Path | undefined;
}

export interface Pasted {
  columns: Column[];
  lines: JsonObject[];
}

interface Words {
  field: (name: string) => string;
  /** The sign before decimals. */
  decimal: Decimal;
}

interface Target {
  path: Path;
  type: string | undefined;
}

const identifierNames = ['gtin', 'ean', 'identifier'];
const yes = ['true', 'yes', 'ja', '1', 'x'];
const no = ['false', 'no', 'nein', '0', ''];

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** Returns the cells of copied rows. A cell with a tab, a line break or quotes is quoted. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /\t|\r?\n|"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]+|\r/gy;
  let isOpen = false;
  for (const [whole, quoted] of text.matchAll(cell)) {
    const row = rows[rows.length - 1] as string[];
    if (whole === '\t') {
      if (!isOpen) row.push('');
      isOpen = false;
    } else if (/^\r?\n$/.test(whole)) {
      rows.push([]);
      isOpen = false;
    } else {
      row.push((quoted ?? whole).replaceAll('""', quoted === undefined ? '""' : '"').trim());
      isOpen = true;
    }
  }
  return rows.filter((row) => row.some((value) => value !== ''));
}

/** Returns the fields that a column can have, by the names that people and programs use. */
function targetsOf(type: string, { field }: Words): Map<string, Target> {
  const targets = new Map<string, Target>();
  const add = (names: string[], target: Target) => {
    for (const name of names.map(plain)) if (!targets.has(name)) targets.set(name, target);
  };
  const nested: [string, string][] = [];
  for (const name of definedNames(type)) {
    const of = declaredType(type, name);
    if (of?.endsWith('[]')) continue;
    if (of !== undefined && of in model.types) nested.push([name, of]);
    else add([name, field(name)], { path: [name], type: of });
  }
  for (const [outer, of] of nested) {
    for (const name of definedNames(of)) {
      const inner = declaredType(of, name);
      const names = [`${outer}.${name}`, `${field(outer)} ${field(name)}`];
      // A column Tax has percentages.
      if (name === 'percentage') names.push(outer, field(outer), `${field(outer)} %`);
      add(names, { path: [outer, name], type: inner });
    }
  }
  if (definedNames(type).includes('identifiers')) {
    const names = [...identifierNames, 'identifiers', field('identifiers')];
    add(names, { path: ['identifiers', '0', 'identifier'], type: 'string' });
  }
  return targets;
}

type Decimal = ',' | '.';

const compact = (text: string) => text.replace(/[\s'’%€$£]/g, '');

/** Returns the sign before decimals that a cell shows: the point in 0.125 and in 1,234.5; none in 1.234. */
function decimalIn(cell: string): Decimal | undefined {
  const [, whole = '', rest = ''] = /^-?(\d*)((?:[.,]\d+)+)$/.exec(compact(cell)) ?? [];
  const first = rest.charAt(0);
  const last = rest.charAt(Math.max(rest.lastIndexOf(','), rest.lastIndexOf('.')));
  if (last !== ',' && last !== '.') return undefined;
  const isSingle = rest.lastIndexOf(first) === 0 && first === last;
  if (!isSingle) return first === last ? (last === ',' ? '.' : ',') : last;
  const isGroup = rest.length === 4 && /^[1-9]\d{0,2}$/.test(whole);
  return isGroup ? undefined : last;
}

/** Returns the sign before decimals in the numbers of a column: the one that they show, or that of the language. */
function decimalOf(cells: string[], language: Decimal): Decimal {
  const shown = new Set(cells.map(decimalIn).filter((sign) => sign !== undefined));
  const [only] = shown;
  return shown.size === 1 && only !== undefined ? only : language;
}

/** Returns a number in the form of JSON. A text that is not a number stays, and is a fault. */
function numberIn(text: string, decimal: Decimal): Json {
  const group = decimal === ',' ? '.' : ',';
  const number = new RegExp(`^(-?)(\\d{1,3}(?:\\${group}\\d{3})+|\\d*)(?:\\${decimal}(\\d+))?$`);
  const [, sign, grouped, decimals] = number.exec(compact(text)) ?? [];
  if (grouped === undefined || (grouped === '' && decimals === undefined)) return text;
  const whole = grouped.replaceAll(group, '').replace(/^0+(?=\d)/, '') || '0';
  return new Exact(`${sign ?? ''}${whole}${decimals === undefined ? '' : `.${decimals}`}`);
}

/** Changes 31.12.2026 to 2026-12-31. */
function dateIn(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function valueIn(text: string, type: string | undefined, decimal: Decimal): Json {
  if (type === 'number' || type === 'integer') return numberIn(text, decimal);
  if (type === 'date' || type === 'datetime') return dateIn(text);
  if (type === 'boolean' && yes.includes(plain(text))) return true;
  if (type === 'boolean' && no.includes(plain(text))) return false;
  return text;
}

const lineNumber = 'lineNumber';
export const largestNumber = (lines: readonly Json[]) =>
  lines.reduce<number>((largest, line) => {
    const number = isObject(line) ? line[lineNumber] : undefined;
    return number instanceof Exact ? Math.max(largest, Number(number.digits) || 0) : largest;
  }, 0);

/** Returns the lines, which follow the present ones. */
export function pastedLines(text: string, type: string, present: readonly Json[], words: Words): Pasted {
  const [heads = [], ...rows] = cellsOf(text);
  const targets = targetsOf(type, words);
  const found = heads.map((head) => targets.get(plain(head)));
  const columns = heads.map((head, at) => ({ head, path: found[at]?.path }));
  if (!found.some(Boolean)) return { columns, lines: [] };
  const names = definedNames(type);
  const has = (name: string) => found.some((target) => target?.path[0] === name);
  const decimals = heads.map((_head, at) => decimalOf(rows.map((row) => row[at] ?? ''), words.decimal));
  let number = largestNumber(present);
  const lines = rows.map((row) => {
    let line: JsonObject = {};
    if (names.includes(lineNumber) && !has(lineNumber)) line[lineNumber] = new Exact(String(++number));
    if (names.includes('isDepositItem') && !has('isDepositItem')) line['isDepositItem'] = false;
    found.forEach((target, at) => {
      const cell = row[at] ?? '';
      if (target && cell !== '') {
        line = withValue(line, target.path, valueIn(cell, target.type, decimals[at] ?? words.decimal)) as JsonObject;
      }
    });
    return line;
  });
  return { columns, lines };
}

// Compares what both sides say of a document, and keeps the count by class of mutation.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { differences } from './differences.mjs';

const shownMax = 12;
const textShown = 1500;

export class Verdicts {
  #seed;
  #tests = new Map(); // name → {documents, wrong}
  #disagreements = [];
  #seen = new Map(); // difference → documents
  #documents = 0;
  #faulty = 0;
  #unreadable = 0;

  constructor(seed) {
    this.#seed = seed;
  }

  expect(name) {
    this.#tests.set(name, { documents: 0, wrong: 0 });
  }

  judge(theCase, reader, ajv) {
    ++this.#documents;
    if (!reader.valid) ++this.#faulty;
    if (!reader.readable) ++this.#unreadable;
    const wrong = [
      ...this.#disagreement(theCase, reader, ajv),
      ...unexpected(theCase, reader, ajv),
      ...unlikeItsName(theCase, reader),
    ];
    const names =
      theCase.made.length > 0
        ? theCase.made.map(({ name }) => name)
        : [`the example ${theCase.example.kind} ${theCase.example.name}`];
    for (const name of new Set(names)) {
      if (!this.#tests.has(name)) this.expect(name);
      const test = this.#tests.get(name);
      ++test.documents;
      if (wrong.length > 0) ++test.wrong;
    }
    if (wrong.length > 0)
      this.#disagreements.push({ wrong, example: theCase.example.name, mutations: names, text: theCase.text });
  }

  #disagreement(theCase, reader, ajv) {
    if (ajv.unparsable) return reader.readable ? ['JavaScript can not parse it, the reader can'] : [];
    const asked = { ...theCase, body: JSON.parse(theCase.text) };
    if (!reader.readable) {
      const { code } = reader.unreadable;
      return this.#isByDecision('unreadable', code, asked) ? [] : [`unreadable, ${code}: JavaScript parses it`];
    }
    if (reader.valid !== (reader.faults.length === 0)) return ['valid, and has faults; or the other way round'];
    const paths = new Set(reader.faults.map(({ path }) => path));
    const inSchema = new Set(ajv.faults);
    return [
      ...reader.faults
        .filter((fault) => !inSchema.has(fault.path) && !this.#isByDecision('fault', fault, asked))
        .map((fault) => `the reader alone: ${fault.path || '(the body)'} ${fault.code}`),
      ...ajv.faults
        .filter((path) => !paths.has(path) && !this.#isByDecision('schema', path, asked, reader.faults))
        .map((path) => `ajv alone: ${path || '(the body)'}`),
      ...silences(asked, paths),
    ];
  }

  #isByDecision(side, ...what) {
    const row = differences.find((difference) => difference[side]?.(...what));
    if (row) this.#seen.set(row, (this.#seen.get(row) ?? 0) + 1);
    return row !== undefined;
  }

  hasEveryField({ kind }, missing) {
    this.#tests.set(`the example ${kind} full has every field`, { documents: 1, wrong: missing.length > 0 ? 1 : 0 });
    if (missing.length > 0) console.log(`examples/${kind.toLowerCase()}/full.json has no ${missing.join(', ')}`);
  }

  // A difference that no document shows any more has gone false.
  differencesAreAllSeen(rows) {
    for (const row of rows) {
      const documents = this.#seen.get(row) ?? 0;
      this.#tests.set(`by decision ${row.decision}: ${row.says}`, { documents, wrong: documents > 0 ? 0 : 1 });
    }
  }

  /** Prints the classes that failed, some of their documents, and the sum; gives the exit code. */
  report() {
    let passed = 0;
    let failed = 0;
    for (const [name, { documents, wrong }] of this.#tests) {
      if (documents > 0 && wrong === 0) {
        ++passed;
      } else {
        ++failed;
        console.log(
          documents === 0 ? `FAILED ${name}: never seen` : `FAILED ${name}: ${wrong} of ${documents} documents`,
        );
      }
    }
    this.#showDisagreements();
    console.log(
      `${this.#documents} documents: ${this.#faulty} faulty, ${this.#unreadable} of them unreadable; ${this.#tests.size} classes`,
    );
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  }

  // Of each sort the shortest document; a sort is what was said, without the places.
  #showDisagreements() {
    if (this.#disagreements.length === 0) return;
    const sorts = new Map();
    for (const one of this.#disagreements) {
      const sort = one.wrong
        .join()
        .replace(/\.\d+/g, '')
        .replace(/content\S*\./g, '');
      if (one.text.length < (sorts.get(sort)?.text.length ?? Infinity)) sorts.set(sort, one);
    }
    for (const { wrong, example, mutations, text } of [...sorts.values()].slice(0, shownMax)) {
      console.log(
        `\n${wrong.join('\n')}\n  ${example}: ${mutations.join('; ')}\n  ${JSON.stringify(text).slice(0, textShown)}`,
      );
    }
    const file = join(mkdtempSync(join(tmpdir(), 'tradepost-ajv-')), 'disagreements.jsonl');
    writeFileSync(file, this.#disagreements.map((one) => `${JSON.stringify(one)}\n`).join(''));
    console.log(`\n${sorts.size} sorts. All ${this.#disagreements.length} are in ${file}`);
  }
}

// The rules that should have spoken, and did not. Inside of what is faulty as a whole nothing is read.
function silences(asked, paths) {
  const isInside = (path) => [...paths].some((faulty) => path.startsWith(`${faulty}.`));
  return differences.flatMap(({ says, due }) =>
    (due?.(asked) ?? [])
      .filter((path) => !paths.has(path) && !isInside(path))
      .map((path) => `nobody: ${path}, ${says}`),
  );
}

// One mutation of a good document is to do what its class says, or both sides might be wrong alike.
function unexpected({ example, made }, reader, ajv) {
  if (made.length !== 1 || example.faulty) return [];
  const [{ expects, path }] = made;
  if (expects === 'refused') return reader.valid ? ['it is good without that, too'] : [];
  if (expects === 'unreadable') return ajv.unparsable ? [] : ['expected to be unreadable, but JavaScript parses it'];
  if (expects === 'fine')
    return ajv.faults.length === 0 && !ajv.unparsable ? [] : [`expected to be fine, but ajv names ${ajv.faults}`];
  if (expects === 'fault')
    return ajv.faults.includes(path)
      ? []
      : [`expected a fault at ${path}, but ajv names ${ajv.faults.join(' ') || 'none'}`];
  return [];
}

// An example is what its name says: faulty, or good; and with warnings only if it is there for them.
function unlikeItsName({ example, made, document }, reader) {
  if (made.length > 0 || document !== example.document) return [];
  if (reader.valid === example.faulty) return [reader.valid ? 'it has no fault' : 'it has a fault'];
  const warned = reader.warnings.length > 0;
  return !example.faulty && warned !== (example.name === 'warnings')
    ? [warned ? 'it has a warning' : 'it has no warning']
    : [];
}

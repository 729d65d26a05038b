import { expect, test } from 'vitest';

const texts = import.meta.glob<string>('./**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = Object.keys(texts);

/** Returns the sources that a source imports, also for types and by import(). */
function importsOf(source: string): string[] {
  const imports = /^(?:import|export|\}).* from '(\.[^']*)';$|\bimport\('(\.[^']*)'\)/gm;
  return [...(texts[source] ?? '').matchAll(imports)].map(([, fixed, late]) => {
    const path = fixed ?? late;
    const wanted = `.${new URL(path ?? '', `file:///${source}`).pathname}`;
    const found = sources.find((one) => one.replace(/\.tsx?$/, '') === wanted);
    if (found === undefined) throw new Error(`${source} imports ${wanted}, which is no source`);
    return found;
  });
}

/** Returns a cycle of imports as a list that begins and ends with the same source, or nothing. */
function cycleIn(graph: Map<string, string[]>): string[] {
  const finished = new Set<string>();
  const visit = (source: string, path: string[]): string[] => {
    if (path.includes(source)) return [...path.slice(path.indexOf(source)), source];
    if (finished.has(source)) return [];
    for (const next of graph.get(source) ?? []) {
      const cycle = visit(next, [...path, source]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(source);
    return [];
  };
  return [...graph.keys()].map((source) => visit(source, [])).find((one) => one.length > 0) ?? [];
}

test('sources import each other without cycles', () => {
  expect(cycleIn(new Map(sources.map((source) => [source, importsOf(source)])))).toEqual([]);
});

test('imports are found in the sources', () => {
  expect(importsOf('./router.tsx')).toEqual(
    expect.arrayContaining(['./search.ts', './pages/overview.tsx']),
  );
  expect(importsOf('./shell.tsx')).toContain('./queries.ts');
});

test('a cycle is found', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['c']],
  ]);
  expect(cycleIn(graph)).toEqual(['c', 'd', 'c']);
});

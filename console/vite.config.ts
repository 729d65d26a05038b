import {
  convertCssVariables,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { colours, theme } from './src/theme';

/** A module that the build makes. */
function made(name: string, make: () => string): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? make() : undefined),
  };
}

// Mantine writes its variables into a style element when it runs, which the security policy
// refuses. As a file they are allowed.
function variablesOfTheme(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const usual = defaultCssVariablesResolver(merged);
  const own = colours(merged);
  return convertCssVariables(
    {
      variables: { ...usual.variables, ...own.variables },
      light: { ...usual.light, ...own.light },
      dark: { ...usual.dark, ...own.dark },
    },
    ':root',
  );
}

// Writes the same variables for the page of /docs.
function themeForDocs(): Plugin {
  return {
    name: 'theme-for-docs',
    apply: 'build',
    closeBundle: () => writeFileSync('theme.css', variablesOfTheme()),
  };
}

interface Documents {
  kinds: Record<string, KindOfModel>;
  types: Record<string, { extends?: string; fields: Record<string, Field> }>;
  enums: Record<string, string[]>;
}
interface KindOfModel {
  type: string;
  number: string;
  date: string;
  lines: string;
  from: string[];
  to: string[];
  derives?: Record<string, { by: string }>;
}
interface Field {
  type: string;
  description?: string;
}

const documents = () => JSON.parse(readFileSync('documents.json', 'utf8')) as Documents;

const sidesOf = (derives: KindOfModel['derives'] = {}) =>
  Object.fromEntries(Object.entries(derives).map(([kind, { by }]) => [kind, by]));

// Returns the part of the model that the pages use: kinds, and the ordered fields of each type.
function documentModel(): string {
  const model = documents();
  const { enums } = model;
  const kinds = Object.entries(model.kinds).map(([name, { type, number, date, lines, derives }]) => [
    name,
    { type, number, date, lines, derives: sidesOf(derives) },
  ]);
  const types = Object.entries(model.types).map(([name, { extends: base, fields }]) => [
    name,
    { base, fields: Object.entries(fields).map(([field, { type }]) => [field, type]) },
  ]);
  const made = { kinds: Object.fromEntries(kinds), types: Object.fromEntries(types), enums };
  return `export default ${JSON.stringify(made)}`;
}

// Returns the descriptions of fields. Only the page of a case loads this file.
function descriptions(): string {
  const types = Object.entries(documents().types).map(([name, { fields }]) => [
    name,
    Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, of.description])),
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(types))}`;
}

// Returns a document of examples/ for each kind, and the roles of its parties. Only the page that checks
// documents loads this file.
function samples(): string {
  const all = Object.entries(documents().kinds).map(([kind, { from, to, number }]) => [
    kind,
    { from, to, number, text: readFileSync(`samples/${kind.toLowerCase()}.json`, 'utf8') },
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(all))}`;
}

const compact = (file: string) =>
  `export default ${JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))}`;

// Writes the licences of the bundled packages, which must be distributed with the bundle.
function licences(): Plugin {
  let name = '';
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : chunk.originalFileNames) {
          const folder = /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
          if (folder !== undefined) folders.add(folder);
        }
      }
      const source = [...folders].sort().map(licenceIn).join('\n\n');
      name = this.getFileName(this.emitFile({ type: 'asset', name: 'licences.txt', source }));
    },
    transformIndexHtml: {
      order: 'post',
      handler: (page) => page.replace('{licences}', name),
    },
  };
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Package;
  const text = file === undefined ? about.license : readFileSync(`${folder}/${file}`, 'utf8');
  return `${about.name} ${about.version}\n\n${text}`;
}

interface Package {
  name: string;
  version: string;
  license: string;
}

// The router marks the end of a page by an empty script element, which React makes with innerHTML:
// Trusted Types refuse that. A template element has no effect either.
function withoutScripts(): Plugin {
  return {
    name: 'without-scripts',
    transform(code, id) {
      if (!/react-router\/dist\/esm\/Match\.js/.test(id)) return undefined;
      const changed = code.replace('"script"', '"template"');
      if (changed === code) this.error('the router has no script element any more');
      return { code: changed, map: null };
    },
  };
}

const virtual = (name: string, make: () => string) => made(`virtual:${name}`, make);

// Lists are on most pages. One file for their parts needs fewer requests.
const partsOfLists = new RegExp(
  'src/(parts/(paged_table|row_keys|status|age)|cases/(about|list)' +
    '|overview/(tiles|failing_webhooks|queue_table|times|trouble))\\.tsx?$',
);

export default defineConfig({
  base: './',
  plugins: [
    react(),
    licences(),
    withoutScripts(),
    themeForDocs(),
    virtual('theme.css', variablesOfTheme),
    virtual('document_model', documentModel),
    virtual('descriptions', descriptions),
    virtual('german_fields', () => compact('fields.json')),
    virtual('words', () => compact('words.json')),
    virtual('samples', samples),
  ],
  build: {
    outDir: 'bundle',
    assetsDir: 'console/assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: {
      output: {
        manualChunks: (id) => (partsOfLists.test(id) ? 'lists' : undefined),
        onlyExplicitManualChunks: true,
      },
    },
  },
  test: { include: ['src/**/*_test.ts'], cache: false, pool: 'threads' },
});

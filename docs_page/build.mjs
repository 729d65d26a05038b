// node build.mjs DOCS BUNDLE OPENAPI FILE…: makes /docs of the Markdown pages of DOCS. BUNDLE/pages has a file for each
// page, BUNDLE/files the files that they load, with their digests in the names. The search finds the operations of
// OPENAPI, too. FILE… are styles, scripts and licences; api.html names those that it loads as {name}.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pageOf } from './layout.mjs';
import { readLibrary } from './library.mjs';
import { anchorsOf, rendered } from './markdown.mjs';
import { pictureFiles } from './pictures.mjs';
import { indexOf } from './search_index.mjs';

const [docs, bundle, openapi, ...files] = process.argv.slice(2);
const own = dirname(fileURLToPath(import.meta.url));

rmSync(bundle, { recursive: true, force: true });
mkdirSync(join(bundle, 'files'), { recursive: true });

/** Keeps a file under a name with its digest, and gives that name. */
function keep(name, bytes) {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const kind = extname(name);
  const named = `${kind === '' ? name : name.slice(0, -kind.length)}.${digest}${kind}`;
  writeFileSync(join(bundle, 'files', named), bytes);
  return named;
}

function keepPage(address, text) {
  const path = join(bundle, 'pages', `${address === '' ? 'index' : address}.html`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Until a script has chosen, and without scripts, the colours are those that the browser asks for. */
function withoutScripts(theme) {
  const of = (scheme) => {
    const found = new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\]\\{([^}]*)\\}`).exec(theme);
    if (!found) throw new Error(`theme.css has no ${scheme} colours`);
    return `:root:not([data-mantine-color-scheme]){${found[1]}}`;
  };
  return `${theme}\n${of('light')}\n@media (prefers-color-scheme: dark){${of('dark')}}\n`;
}

function asset(path) {
  const name = basename(path);
  const bytes = readFileSync(path);
  return [name, keep(name, name === 'theme.css' ? withoutScripts(bytes.toString()) : bytes)];
}

const assets = new Map(files.map(asset));

const library = readLibrary(docs);
if (library.pages.some(({ address }) => address === 'api')) throw new Error('a page with the address api would hide the API reference');
library.pictures = new Map(pictureFiles(library).map((file) => [file, keep(basename(file), readFileSync(join(docs, file)))]));
library.anchors = new Map(library.pages.map((page) => [page.file, anchorsOf(page)]));
const made = library.pages.map((page) => ({ page, ...rendered(page, library) }));
assets.set('search_index.txt', keep('search_index.txt', JSON.stringify(indexOf(made, JSON.parse(readFileSync(openapi, 'utf8'))))));
for (const one of made) keepPage(one.page.address, pageOf(one.page, one, library, assets));

const api = readFileSync(join(own, 'api.html'), 'utf8').replaceAll(/\{([\w.-]+)\}/g, (_, name) => {
  if (!assets.has(name)) throw new Error(`api.html names ${name}, which is not there`);
  return assets.get(name);
});
keepPage('api', api);

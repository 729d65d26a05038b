// The Markdown pages of a folder as one library: their addresses, titles, sections and order.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const { dirname, join, normalize } = posix;

/** The sections in their order. A folder that is not named here follows, in the order of the alphabet. */
const sections = [
  ['start', 'Start'],
  ['guides', 'Guides'],
  ['operate', 'Operate'],
  ['reference', 'Reference'],
  ['internals', 'Internals'],
  ['decisions', 'Decisions'],
];

/** Errors of the API link to /docs/errors, so this page has that address. */
const ofErrors = { file: 'reference/errors.md', address: 'errors' };

/** `guides/agent.md` is at /docs/guides/agent, `guides/README.md` at /docs/guides, and `README.md` at /docs. */
function addressOf(file) {
  if (file === ofErrors.file) return ofErrors.address;
  return file.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '');
}

/** From one address of /docs to another, so that a path before /docs does not matter: '' is /docs itself. */
export function linkTo(from, to) {
  const up = '../'.repeat(from.split('/').length - 1);
  if (from === '') return to === '' ? 'docs' : `docs/${to}`;
  return to === '' ? `${up}../docs` : up + to;
}

const textOf = (heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

function titleOf(file, text) {
  const heading = /^# (.+)$/m.exec(text);
  if (!heading) throw new Error(`docs/${file} has no title`);
  return textOf(heading[1]);
}

/** The links of a page to files of the library, in their order. */
export const linksOf = ({ file, text }) =>
  [...text.matchAll(/\]\(([^)#\s]+\.md)(#[^)\s]*)?\)/g)].map(([, to]) => normalize(join(dirname(file), to)));

export function readLibrary(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/')).sort();
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return { file, text, address: addressOf(file), title: titleOf(file, text), section: file.includes('/') ? file.split('/')[0] : '' };
  });
  for (const { file } of [ofErrors, { file: 'README.md' }]) {
    if (!pages.some((page) => page.file === file)) throw new Error(`there is no docs/${file}`);
  }
  return { folder, files, pages: inOrder(pages) };
}

/** The index is first. It names pages in the order in which they are to be read; the rest follows by name. */
function inOrder(pages) {
  const named = ['README.md', ...linksOf(pages.find(({ file }) => file === 'README.md'))];
  const place = ({ file }) => (named.includes(file) ? named.indexOf(file) : named.length);
  // Chapters have numbers, and 10 comes after 9.
  const byName = new Intl.Collator('en', { numeric: true });
  return [...pages].sort((a, b) => place(a) - place(b) || byName.compare(a.address, b.address));
}

/** The page that a folder of pages is listed by: `decisions/README.md`, or `contract.md` beside `contract/`. */
function indexOf(folder, pages) {
  return pages.find(({ file }) => file === `${folder}/README.md`) ?? pages.find(({ file }) => file === `${folder}.md`);
}

/**
 * What the navigation of a page shows: [{title, pages: [{page, isBelow}]}]. A folder with an index is listed by that,
 * and its other pages only to those who read one of them.
 */
export function navigationOf(current, pages) {
  const folders = [...new Set(pages.map(({ section }) => section))];
  const names = new Map(sections);
  const ordered = [...names.keys(), ...folders.filter((one) => !names.has(one))].filter((one) => folders.includes(one));
  const top = ordered.filter((section) => section !== '');
  const groups = top.map((section) => ({
    title: names.get(section) ?? section[0].toUpperCase() + section.slice(1),
    pages: listed(section, current, pages),
  }));
  const alone = pages.filter(({ file }) => !file.includes('/')).map((page) => ({ page, isBelow: false }));
  return [{ title: 'Documentation', pages: alone }, ...groups];
}

function listed(section, current, pages) {
  const rows = [];
  const own = pages.filter((page) => page.section === section);
  const isInside = (folder) => dirname(current.file) === folder || indexOf(folder, pages) === current;
  const direct = own.filter(({ file }) => dirname(file) === section || /^[^/]+\/[^/]+\/README\.md$/.test(file));
  const index = own.find(({ file }) => file === `${section}/README.md`);
  for (const page of index && !isInside(section) ? [index] : direct) {
    rows.push({ page, isBelow: false });
    const folder = page.file.endsWith('/README.md') ? dirname(page.file) : page.file.replace(/\.md$/, '');
    if (folder === section || !isInside(folder)) continue;
    const below = own.filter(({ file }) => dirname(file) === folder && !file.endsWith('/README.md'));
    rows.push(...below.map((one) => ({ page: one, isBelow: true })));
  }
  return rows;
}

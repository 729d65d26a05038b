// Makes HTML of one page: headings with anchors, links to other pages, pictures, and the texts for the search.
import { createRequire } from 'node:module';
import { posix } from 'node:path';

import { linkTo } from './library.mjs';

const { dirname, join, normalize } = posix;
// The packages are where the build has installed them, which is the folder that it runs in.
const MarkdownIt = createRequire(`${process.cwd()}/build.mjs`)('markdown-it');

const isElsewhere = (href) => /^[a-z]+:/i.test(href);

/** As GitHub makes it of the text of a heading. */
const anchorOf = (text) => text.trim().toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');

const textOf = (inline) =>
  (inline.children ?? []).map((one) => (['text', 'code_inline'].includes(one.type) ? one.content : one.type.endsWith('break') ? ' ' : '')).join('');

function nameHeadings(tokens) {
  const counts = new Map();
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const anchor = anchorOf(textOf(tokens[i + 1]));
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    token.attrSet('id', count === 0 ? anchor : `${anchor}-${count}`);
  }
}

const plain = (token, content) => Object.assign(Object.create(Object.getPrototypeOf(token)), token, { type: 'text', tag: '', nesting: 0, content, children: null });

/** The page that a link leads to, or undefined for a file that is not served. */
function pageAt(path, page, library) {
  const file = path === '' ? page.file : normalize(join(dirname(page.file), path)).replace(/\/$/, '');
  return library.pages.find((one) => one.file === file || one.file === `${file}/README.md`);
}

/** Where a link leads: an address of /docs, or undefined for a file that is not served. */
function targetOf(href, page, library) {
  const [path, anchor] = href.split('#');
  const found = pageAt(path, page, library);
  if (!found) return undefined;
  const known = library.anchors?.get(found.file);
  const lower = anchor?.toLowerCase();
  const fragment = anchor === undefined ? '' : `#${known && !known.has(anchor) && known.has(lower) ? lower : anchor}`;
  return path === '' ? fragment : linkTo(page.address, found.address) + fragment;
}

/** A link whose words are the name of a file has the title of the page instead. */
function nameTarget(inline, at, href, page, library) {
  const [words, close] = inline.children.slice(at + 1, at + 3);
  if (close?.type !== 'link_close' || !/^[\w./-]+(\.md|\/)$/.test(words.content)) return;
  words.content = pageAt(href.split('#')[0], page, library).title;
}

/** The words of a link to a file that is not served stay, and the link goes. */
function leadLinks(inline, page, library) {
  let isLeftOut = false;
  for (const [i, token] of inline.children.entries()) {
    if (token.type === 'link_open') {
      const href = decodeURI(token.attrGet('href'));
      const target = isElsewhere(href) ? href : targetOf(href, page, library);
      isLeftOut = target === undefined;
      if (isLeftOut) inline.children[i] = plain(token, '');
      if (isLeftOut || isElsewhere(href)) continue;
      token.attrSet('href', target);
      nameTarget(inline, i, href, page, library);
    } else if (token.type === 'link_close' && isLeftOut) {
      inline.children[i] = plain(token, '');
      isLeftOut = false;
    }
  }
}

/** Pictures lead to their files. One that is not served is left out, and so is its cell, if it is alone there. */
function leadPictures(inline, page, library) {
  for (const [i, token] of inline.children.entries()) {
    if (token.type !== 'image') continue;
    const picture = library.pictures.get(normalize(join(dirname(page.file), token.attrGet('src'))));
    if (picture === undefined) {
      inline.children[i] = plain(token, '');
      inline.lacksPicture = true;
      continue;
    }
    token.attrSet('src', linkTo(page.address, picture));
    token.attrSet('loading', 'lazy');
  }
}

const isBlank = (inline) => textOf(inline).trim() === '' && !inline.children.some(({ type }) => type === 'image');

/** Rows of each table, as [from, to] of the cells in the list of tokens. */
function tablesOf(tokens) {
  const tables = [];
  let table;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'table_open') table = { open: i, rows: [] };
    if (token.type === 'tr_open') table.rows.push([]);
    if (token.type === 'th_open' || token.type === 'td_open') table.rows.at(-1).push(i);
    if (token.type === 'table_close') tables.push({ ...table, close: i });
  }
  return tables;
}

/** A column without its pictures goes, and so does a head without words. A cell without words heads nothing. */
function tidyTables(tokens) {
  const gone = new Set();
  const leaveOut = (from, to) => { for (let i = from; i <= to; i += 1) gone.add(i); };
  for (const { rows } of tablesOf(tokens)) {
    const [head, ...body] = rows;
    for (const at of head.filter((one) => isBlank(tokens[one + 1]))) tokens[at].tag = tokens[at + 2].tag = 'td';
    const kept = head.map((_, column) => !body.some((row) => tokens[row[column] + 1].lacksPicture));
    for (const row of rows) row.forEach((at, column) => kept[column] || leaveOut(at, at + 2));
    const isAlone = kept.filter(Boolean).length === 1 && kept.includes(false);
    const first = head[0] - 2;  // thead_open, tr_open, th_open
    if (isAlone || head.every((at) => isBlank(tokens[at + 1]))) leaveOut(first, head.at(-1) + 4);
  }
  return tokens.filter((_, i) => !gone.has(i));
}

/** The sections of a page: {anchor, heading, level, text}. The first is that of its title. */
function sectionsOf(tokens) {
  const sections = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      sections.push({ anchor: token.attrGet('id'), heading: textOf(tokens[i + 1]), level: Number(token.tag[1]), text: [] });
    } else if (token.type === 'inline' && tokens[i - 1].type !== 'heading_open') {
      sections.at(-1)?.text.push(textOf(token));
    } else if (token.type === 'fence' || token.type === 'code_block') {
      sections.at(-1)?.text.push(token.content);
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.join(' ').replaceAll(/\s+/g, ' ').trim() }));
}

const markdown = new MarkdownIt({ html: true });
// A comment is nothing to see, and a line break in a cell is one. All else that looks like HTML is text.
const html = (tokens, i) => {
  const { content } = tokens[i];
  if (/^\s*<!--[^]*-->\s*$/.test(content)) return '';
  return /^<br\s*\/?>$/.test(content) ? '<br>' : markdown.utils.escapeHtml(content);
};
Object.assign(markdown.renderer.rules, {
  html_block: html,
  html_inline: html,
  table_open: () => '<div class="wide" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
  fence: (tokens, i) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[i].content)}</code></pre>\n`,
  code_block: (tokens, i) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[i].content)}</code></pre>\n`,
});

/** The anchors of a page, which links from other pages are compared with. */
export function anchorsOf(page) {
  const tokens = markdown.parse(page.text, {});
  nameHeadings(tokens);
  return new Set(tokens.filter(({ type }) => type === 'heading_open').map((token) => token.attrGet('id')));
}

/** The HTML of a page, and its sections. `library` has pages, anchors (by file) and pictures (by file). */
export function rendered(page, library) {
  let tokens = markdown.parse(page.text, {});
  nameHeadings(tokens);
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    leadLinks(token, page, library);
    leadPictures(token, page, library);
  }
  tokens = tidyTables(tokens);
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections: sectionsOf(tokens) };
}

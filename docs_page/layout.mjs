// A whole page: the bar, the search, the page itself, its contents and the navigation.
import { linkTo, navigationOf } from './library.mjs';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replaceAll(/[&<>"]/g, (one) => entities[one]);

const toConsole = (from) => (from === '' ? 'console' : `${'../'.repeat(from.split('/').length)}console`);

const way = (href, words, current) => `<a class="way" href="${href}"${current ? ` aria-current="${current}"` : ''}>${words}</a>`;

function navigation(page, library) {
  const row = ({ page: to, isBelow }) =>
    `<li${isBelow ? ' class="below"' : ''}><a href="${linkTo(page.address, to.address)}"${to === page ? ' aria-current="page"' : ''}>${escaped(to.title)}</a></li>`;
  return navigationOf(page, library.pages)
    .map(({ title, pages }) => `<h2>${escaped(title)}</h2>\n<ul>\n${pages.map(row).join('\n')}\n</ul>`)
    .join('\n');
}

function contents(sections) {
  const rows = sections.filter(({ level }) => level === 2 || level === 3);
  if (rows.length < 2) return '';
  const items = rows.map(({ anchor, heading, level }) => `<li class="level-${level}"><a href="#${anchor}">${escaped(heading)}</a></li>`);
  return `<nav id="contents" aria-labelledby="contents-title" tabindex="0">\n<h2 id="contents-title">On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`;
}

export function pageOf(page, { html, sections }, library, assets) {
  const file = (name) => linkTo(page.address, assets.get(name));
  return `<!DOCTYPE html>
<html lang="en" data-docs="${linkTo(page.address, 'x').slice(0, -1)}" data-index="${file('search_index.txt')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} - tradepost</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${file('theme.css')}">
<link rel="stylesheet" href="${file('bar.css')}">
<link rel="stylesheet" href="${file('pages.css')}">
<script src="${file('colours.js')}"></script>
<script src="${file('search.js')}" defer></script>
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header class="bar">
<a class="brand" href="${toConsole(page.address)}">tradepost</a>
<nav aria-label="tradepost">${way(toConsole(page.address), 'Console')}
${way(linkTo(page.address, ''), 'Documentation', page.address === '' ? 'page' : 'true')}
${way(linkTo(page.address, 'api'), 'API reference')}
<a class="way to-pages" href="#pages">All pages</a></nav>
<form id="search" role="search" hidden><label for="words">Search</label><input id="words" type="search" autocomplete="off" placeholder="Press / to search" aria-describedby="found"></form>
</header>
<section id="results" aria-label="Results of the search" hidden><p id="found" role="status"></p><ul></ul></section>
<div class="columns">
<main id="page">
${html}</main>
${contents(sections)}<nav id="pages" aria-label="All pages">
${navigation(page, library)}
</nav>
</div>
</body>
</html>
`;
}

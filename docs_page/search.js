// Searches the pages, in an index that the build has made. `/` goes to the field, the arrows go through the results,
// and Escape closes them.
'use strict';

const resultsMax = 12;
const excerptLength = 180;
const form = document.getElementById('search');
const field = document.getElementById('words');
const results = document.getElementById('results');
const list = results.querySelector('ul');
const found = document.getElementById('found');
const { docs, index: indexPath } = document.documentElement.dataset;
const pathOfIndex = docs === 'docs/' ? 'docs' : `${docs}../docs`;

// Links of before the documentation had pages: /docs#/Trading/sendDocument.
if (location.hash.startsWith('#/')) location.replace(`${docs}api${location.hash}`);

let pages;
async function loadPages() {
  pages ??= fetch(indexPath).then((answer) => answer.json());
  return pages;
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** How well a word is met by a text: as a word of it, as the beginning of one, or within one. */
function weightIn(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const isEdge = (place) => place < 0 || place >= text.length || !/[\p{L}\p{N}_]/u.test(text[place]);
  for (let next = at; next >= 0; next = text.indexOf(word, next + 1)) {
    if (isEdge(next - 1) && isEdge(next + word.length)) return 3;
  }
  return isEdge(at - 1) ? 2 : 1;
}

/** The best section of a page for the words, or undefined if a word is nowhere in the page. */
function bestSection([title, address, rank, sections], words) {
  const inTitle = words.map((word) => weightIn(title.toLowerCase(), word) * 20);
  let best;
  const met = words.map(() => false);
  for (const [heading, anchor, text] of sections) {
    const [lowHeading, lowText] = [heading.toLowerCase(), text.toLowerCase()];
    const weights = words.map((word, i) => inTitle[i] + weightIn(lowHeading, word) * 8 + weightIn(lowText, word) * 2);
    weights.forEach((weight, i) => { met[i] ||= weight > 0; });
    const count = weights.filter((weight) => weight > 0).length;
    const score = (weights.reduce((sum, weight) => sum + weight, 0) * count) / words.length;
    if (best === undefined || score > best.score) best = { title, address, heading, anchor, text, score };
  }
  if (!best || met.includes(false)) return undefined;
  const isWholeTitle = wordsOf(title).length === words.length && inTitle.every((weight) => weight >= 40);
  return { ...best, score: (best.score / words.length + (isWholeTitle ? 20 : 0)) * rank };
}

function search(all, text) {
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  return all
    .map((page) => bestSection(page, words))
    .filter((one) => one !== undefined)
    .sort((a, b) => b.score - a.score)
    .map((one) => ({ ...one, words }));
}

/** The part of a text around the first of the words. */
function excerptOf(text, words) {
  const low = text.toLowerCase();
  const first = Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0), text.length);
  const begin = first < excerptLength / 2 || first === text.length ? 0 : text.indexOf(' ', first - excerptLength / 3) + 1;
  const isCut = begin + excerptLength < text.length;
  const end = isCut ? Math.max(text.lastIndexOf(' ', begin + excerptLength), begin + excerptLength / 2) : text.length;
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${isCut ? ' …' : ''}`;
}

/** The text with the words marked. */
function marked(text, words) {
  const pattern = new RegExp(`(${words.join('|')})`, 'giu');  // words have letters, digits and _ only
  return text.split(pattern).map((part, i) => {
    if (i % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function element(name, className, ...parts) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...parts);
  return made;
}

function rowOf({ title, address, heading, anchor, text, words }) {
  const link = element('a', '', ...marked(title, words));
  link.href = (address === '' ? pathOfIndex : docs + address) + (anchor === '' ? '' : `#${anchor}`);
  if (heading !== '') link.append(' › ', ...marked(heading, words));
  return element('li', '', link, element('p', '', ...marked(excerptOf(text, words), words)));
}

async function showResults() {
  const text = field.value;
  const all = await loadPages();
  if (text !== field.value) return;  // typed further meanwhile
  const rows = search(all, text);
  results.hidden = rows === undefined;
  results.dataset.words = text;
  list.replaceChildren(...(rows ?? []).slice(0, resultsMax).map(rowOf));
  const count = rows?.length ?? 0;
  found.textContent = count === 0 ? 'No page has these words.' : count === 1 ? '1 page' : `${count} pages`;
}

function close() {
  field.value = '';
  results.hidden = true;
}

/** Down and up through the field and the links. */
function step(event, by) {
  const stops = [field, ...list.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + by];
  if (results.hidden || !next) return;
  event.preventDefault();
  next.focus();
}

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
field.addEventListener('focus', loadPages);
field.addEventListener('input', showResults);
list.addEventListener('click', () => { results.hidden = true; });
document.addEventListener('keydown', (event) => {
  const isSearching = event.target === field || results.contains(event.target);
  if (event.key === '/' && !event.target.closest('input, textarea, select')) {
    event.preventDefault();
    field.focus();
  } else if (!isSearching) {
    return;
  } else if (event.key === 'Escape') {
    field.focus();
    close();
  } else if (event.key === 'ArrowDown') {
    step(event, 1);
  } else if (event.key === 'ArrowUp') {
    step(event, -1);
  }
});

// Follows the links of /docs.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));

/** The Markdown files of docs/. */
export const filesOfDocs = () => readdirSync(docs, { recursive: true }).filter((file) => file.endsWith('.md'));

const attributes = (body, name) => [...body.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value.replaceAll('&amp;', '&'));

/** Every page below /docs that the first leads to, by its path: {body, links, loaded, anchors}. */
export async function crawl(base, first) {
  const pages = new Map();
  const left = [first];
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    const answer = await fetch(base + path);
    if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`);
    const body = await answer.text();
    const urls = (text) => [...attributes(text, 'href'), ...attributes(text, 'src')].filter((to) => to !== 'data:,').map((to) => new URL(to, base + path));
    const links = urls(body);
    const loaded = (body.match(/<(link|script|img)\b[^>]*>/g) ?? []).flatMap(urls);
    pages.set(path, { body, links, loaded, anchors: new Set(attributes(body, 'id')) });
    for (const { origin, pathname } of links) {
      const isPage = origin === base && /^\/docs(\/|$)/.test(pathname) && !/\.[0-9a-f]{16}(\.|$)/.test(pathname);
      if (isPage && !pages.has(pathname) && !left.includes(pathname)) left.push(pathname);
    }
  }
  return pages;
}

/** Links that lead nowhere, anchors that are not there, and files of other hosts. */
export async function faultsOfLinks(base, pages) {
  const faults = [];
  const statuses = new Map();
  const statusOf = async (path) => {
    if (!statuses.has(path)) statuses.set(path, (await fetch(base + path)).status);
    return statuses.get(path);
  };
  for (const [path, { links, loaded }] of pages) {
    faults.push(...loaded.filter(({ origin }) => origin !== base).map(({ href }) => `${path} loads ${href}`));
    for (const { pathname, hash } of links.filter(({ origin }) => origin === base)) {
      const to = pages.get(pathname);
      if (!to && (await statusOf(pathname)) !== 200) faults.push(`${path} leads to ${pathname}`);
      const anchor = decodeURIComponent(hash.slice(1));
      if (to && anchor !== '' && !to.anchors.has(anchor)) faults.push(`${path} leads to ${pathname}${hash}`);
    }
  }
  return faults;
}

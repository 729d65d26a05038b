// /docs by itself: what a browser would fetch, run or refuse, and where its links lead.
import { createHash } from 'node:crypto';

const attribute = (tag, name) => tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
const voidTags = ['meta', 'br', '!doctype', 'link', 'hr'];

/** What is wrong with a page; `pages` holds all pages by their address. */
export function faultsOfPage(address, { headers, body }, pages) {
  const tags = body.match(/<[^>]+>/g) ?? [];
  return [
    ...faultsOfNesting(tags),
    ...faultsOfWhatIsFetched(tags),
    ...faultsOfPolicy(headers, body),
    ...faultsOfIds(tags),
    ...faultsOfLinks(address, tags, pages),
    ...(tags.some((tag) => tag.startsWith('<meta name="viewport"')) ? [] : ['it is not made for phones']),
    ...(body.includes('prefers-color-scheme: dark') ? [] : ['it has no dark colours']),
    ...(body.includes('{base_url}') ? ['a place for the address is left open'] : []),
  ];
}

function faultsOfNesting(tags) {
  const open = [];
  for (const tag of tags) {
    const name = tag.match(/^<\/?([!a-z0-9]+)/i)?.[1].toLowerCase();
    if (name === undefined) return [`${tag} is no tag`];
    if (voidTags.includes(name)) continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return [`</${name}> ends what has not begun`];
  }
  return open.map((name) => `<${name}> does not end`);
}

function faultsOfWhatIsFetched(tags) {
  return tags
    .filter((tag) => /^<(script|link|img|iframe|object|embed|form|base)\b/i.test(tag) || /\s(src|on\w+|style)=/i.test(tag))
    .map((tag) => `it has ${tag}`);
}

function faultsOfPolicy(headers, body) {
  const policy = headers['content-security-policy'] ?? '';
  const digest = createHash('sha256').update(body.match(/<style>([^]*?)<\/style>/)?.[1] ?? '').digest('base64');
  const needed = ["default-src 'none'", `style-src 'sha256-${digest}'`, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  const parts = policy.split('; ');
  const extra = parts.filter((part) => !needed.includes(part)).map((part) => `the policy has ${part}`);
  return [...needed.filter((part) => !parts.includes(part)).map((part) => `the policy lacks ${part}`), ...extra];
}

function faultsOfIds(tags) {
  const ids = tags.map((tag) => attribute(tag, 'id')).filter((id) => id !== undefined);
  return ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the id ${id} stands twice`);
}

function faultsOfLinks(address, tags, pages) {
  const faults = [];
  for (const href of tags.map((tag) => attribute(tag, 'href')).filter((to) => to !== undefined)) {
    const [to, fragment] = new URL(href, address).href.split('#');
    const page = pages.get(to);
    if (page === undefined) faults.push(`the link ${href} leads nowhere`);
    else if (fragment !== undefined && !page.body.includes(`id="${fragment}"`)) faults.push(`there is no ${href}`);
  }
  return faults;
}

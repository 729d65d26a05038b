// /docs and the files that it loads: how they are kept, how large they are, and that nothing comes from elsewhere.
const compressedBytesMax = 500_000;
const codings = ['gzip', 'zstd'];

const policyOfPage = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", 'img-src data:', "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
];

const attributesOf = (body, pattern) => [...body.matchAll(pattern)].map(([, value]) => value);

/** The paths of what the page loads, and of what it links to. */
export function filesOf(body) {
  const loaded = attributesOf(body, /<(?:script|link)\b[^>]*\s(?:src|href)="([^"]*)"/g).filter((to) => to !== 'data:,');
  const linked = attributesOf(body, /<a\b[^>]*\shref="([^"]*)"/g).filter((to) => to.startsWith('docs/'));
  return { loaded, linked };
}

export const get = (exchange, path, headers = {}, method = 'GET') => exchange.ask({ method, path, headers });

/** Its policy, and how it is made: no script and no style within it, and no address but beside it. */
export function faultsOfPage({ headers, body }) {
  const parts = (headers['content-security-policy'] ?? '').split('; ');
  const { loaded, linked } = filesOf(body);
  return [
    ...policyOfPage.filter((part) => !parts.includes(part)).map((part) => `the policy lacks ${part}`),
    ...parts.filter((part) => !policyOfPage.includes(part)).map((part) => `the policy has ${part}`),
    ...(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|<iframe|<object|<base/i.test(body) ? ['it has what the policy forbids'] : []),
    ...[...loaded, ...linked].filter((to) => !/^docs\/[\w.-]+$/.test(to)).map((to) => `${to} is not beside the page`),
    ...(loaded.length === 6 && linked.length === 3 ? [] : [`it loads ${loaded} and links to ${linked}`]),
    ...(body.includes('<meta name="viewport"') ? [] : ['it is not made for phones']),
    ...(headers['cache-control'] === 'no-cache' ? [] : [`it is kept: ${headers['cache-control']}`]),
    ...(headers['referrer-policy'] === 'no-referrer' ? [] : ['links tell where they stood']),
  ];
}

const types = { css: 'text/css', js: 'text/javascript' };

/** A file with a digest in its name: kept for ever, a script or style by its type, the same for HEAD. */
export async function faultsOfFile(exchange, path) {
  const answer = await get(exchange, path);
  const head = await get(exchange, path, {}, 'HEAD');
  const again = await get(exchange, path, { 'If-None-Match': answer.headers.etag });
  const type = `${types[path.split('.').pop()] ?? 'text/plain'}; charset=utf-8`;
  return [
    ...(answer.status === 200 && answer.body.length > 0 ? [] : [`${answer.status}, ${answer.body.length} bytes`]),
    ...(answer.headers['content-type'] === type ? [] : [answer.headers['content-type']]),
    ...(answer.headers['x-content-type-options'] === 'nosniff' ? [] : ['its type may be guessed']),
    ...(answer.headers['cache-control'] === 'public, max-age=31536000, immutable' ? [] : [answer.headers['cache-control']]),
    ...(/\.[0-9a-f]{16}(\.|$)/.test(path) ? [] : ['no digest is in its name']),
    ...(again.status === 304 && again.body === '' ? [] : [`with its tag: ${again.status}`]),
    ...(head.status === 200 && head.headers['content-length'] === answer.headers['content-length'] ? [] : ['HEAD is not as GET']),
    ...(path.endsWith('.css') ? faultsOfStyle(answer.body) : []),
  ];
}

// A script may ask for what it likes: the policy keeps it here, and tests/scripts/docs_page counts what a browser asks for.
const faultsOfStyle = (body) =>
  [...attributesOf(body, /url\(\s*["']?([^"')]{1,40})/g).filter((to) => !to.startsWith('data:')), ...(body.match(/@import.{0,40}/g) ?? [])].map(
    (what) => `it loads ${what}`,
  );

/** All that is served, in each coding: what goes over the wire, and that both ways lead to the same. */
export async function faultsOfSize(exchange, paths) {
  const faults = [];
  for (const coding of codings) {
    let bytes = 0;
    for (const path of paths) {
      const { headers } = await get(exchange, path, { 'Accept-Encoding': coding });
      const plain = await get(exchange, path);
      bytes += Number(headers['content-length']);
      // Too small to be worth it: as it is.
      const isSmall = Number(plain.headers['content-length']) < 1024;
      if (headers['content-encoding'] !== (isSmall ? undefined : coding)) faults.push(`${path}: ${headers['content-encoding']}, not ${coding}`);
      if (!isSmall && headers.vary !== 'Accept-Encoding') faults.push(`${path}: a cache mixes up the codings`);
    }
    if (bytes > compressedBytesMax || bytes < 100_000) faults.push(`${bytes} bytes by ${coding}`);
  }
  return faults;
}

// The pages of /docs and what they load: how they are kept, how large they are, and that nothing comes from elsewhere.
const bytesMaxOfReference = 500_000;
const bytesMaxOfPage = 60_000;
const codings = ['gzip', 'zstd'];

const policyOfPage = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
];

const attributesOf = (body, pattern) => [...body.matchAll(pattern)].map(([, value]) => value);

/** The paths of what a page loads, and of the other files that it links to. */
export function filesOf(path, body) {
  const absolute = (to) => new URL(to, `http://exchange${path}`).href.replace('http://exchange', '');
  const loaded = attributesOf(body, /<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]*)"/g).filter((to) => to !== 'data:,').map(absolute);
  const linked = attributesOf(body, /<a\b[^>]*\shref="([^"]*)"/g).map(absolute).filter((to) => /\.[0-9a-f]{16}(\.|$)/.test(to));
  return { loaded, linked };
}

export const get = (exchange, path, headers = {}, method = 'GET') => exchange.ask({ method, path, headers });

/** Its policy, and how it is made: no script and no style within it, and no file but below /docs. */
export function faultsOfPage(path, { status, headers, body }) {
  const parts = (headers['content-security-policy'] ?? '').split('; ');
  const { loaded } = filesOf(path, body);
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...policyOfPage.filter((part) => !parts.includes(part)).map((part) => `the policy lacks ${part}`),
    ...parts.filter((part) => !policyOfPage.includes(part)).map((part) => `the policy has ${part}`),
    ...(/<style|<[^>]*\s(style|on\w+)=|<script(?![^>]*\ssrc=)|<iframe|<object|<base/i.test(body) ? ['it has what the policy forbids'] : []),
    ...loaded.filter((to) => !/^\/docs\/[\w.-]+\.[0-9a-f]{16}\.\w+$/.test(to)).map((to) => `it loads ${to}`),
    ...(loaded.length >= 5 ? [] : [`it loads ${loaded}`]),
    ...(body.includes('<meta name="viewport"') ? [] : ['it is not made for phones']),
    ...(headers['content-type'] === 'text/html; charset=utf-8' ? [] : [headers['content-type']]),
    ...(headers['cache-control'] === 'no-cache' ? [] : [`it is kept: ${headers['cache-control']}`]),
    ...(headers['referrer-policy'] === 'no-referrer' ? [] : ['links tell where they stood']),
  ];
}

const types = {
  css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp',
};

/** A file with a digest in its name: kept for ever, a script or style by its type, the same for HEAD. */
export async function faultsOfFile(exchange, path) {
  const answer = await get(exchange, path);
  const head = await get(exchange, path, {}, 'HEAD');
  const again = await get(exchange, path, { 'If-None-Match': answer.headers.etag });
  const type = types[path.split('.').pop()] ?? 'text/plain; charset=utf-8';
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

/** The API reference and its files, in each coding: what goes over the wire. */
export const faultsOfReferenceSize = (exchange, paths) => faultsOfSize(exchange, paths, 100_000, bytesMaxOfReference);

/** A page with its files, but without its pictures. */
export const faultsOfPageSize = (exchange, path, loaded) =>
  faultsOfSize(exchange, [path, ...loaded.filter((to) => !/\.(webp|png)$/.test(to))], 10_000, bytesMaxOfPage);

async function faultsOfSize(exchange, paths, bytesMin, bytesMax) {
  const faults = [];
  for (const coding of codings) {
    let bytes = 0;
    for (const path of paths) {
      const { headers } = await get(exchange, path, { 'Accept-Encoding': coding });
      const plain = await get(exchange, path);
      bytes += Number(headers['content-length']);
      // Too small to be worth it: as it is.
      const isSmall = Buffer.byteLength(plain.body) < 1024;
      if (headers['content-encoding'] !== (isSmall ? undefined : coding)) faults.push(`${path}: ${headers['content-encoding']}, not ${coding}`);
      if (!isSmall && headers.vary !== 'Accept-Encoding') faults.push(`${path}: a cache mixes up the codings`);
    }
    if (bytes > bytesMax || bytes < bytesMin) faults.push(`${bytes} bytes by ${coding}`);
  }
  return faults;
}

// The page of the console and what it loads: how it is kept, how large it is, and that nothing comes from elsewhere.
import { get } from './pages.mjs';

const firstBytesMax = 300_000;

const policy = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "base-uri 'self'",
  "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
];

const pathsOf = (body) => [...body.matchAll(/(?:src|href)="(?:\.\/)?(console\/assets\/[^"]+)"/g)].map(([, path]) => `/${path}`);

async function faultsOfPage(exchange) {
  const { headers, body } = await get(exchange, '/console');
  const parts = (headers['content-security-policy'] ?? '').split('; ');
  const addresses = [...body.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, to]) => to);
  return [
    ...policy.filter((part) => !parts.includes(part)).map((part) => `the policy lacks ${part}`),
    ...parts.filter((part) => !policy.includes(part)).map((part) => `the policy has ${part}`),
    ...(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|<iframe|<object/i.test(body) ? ['it has what the policy forbids'] : []),
    ...addresses.filter((to) => !/^(data:,|\/|docs|(\.\/)?console\/assets\/[\w.-]+)$/.test(to)).map((to) => `${to} is not beside the page`),
    ...(body.includes('<base href="/">') ? [] : ['it does not say where the exchange lives']),
    ...(headers['cache-control'] === 'no-cache' ? [] : [`it is kept: ${headers['cache-control']}`]),
    ...(headers['referrer-policy'] === 'no-referrer' ? [] : ['links tell where they stood']),
  ];
}

/** Returns the paths of the files that a style sheet loads, other than data. */
const urlsIn = (sheet) => [...sheet.matchAll(/url\(\s*["']?(?!data:)([^"')]+)/g)].map(([, url]) => url);

async function faultsOfFiles(exchange) {
  const paths = pathsOf((await get(exchange, '/console')).body);
  const faults = paths.length < 3 ? [`it loads ${paths}`] : [];
  const sheet = paths.find((path) => path.endsWith('.css'));
  const typefaces = urlsIn((await get(exchange, sheet)).body).map((url) => new URL(url, `http://here${sheet}`));
  if (typefaces.length !== 2) faults.push(`${sheet} loads ${typefaces}`);
  for (const { host, pathname } of typefaces) {
    if (host !== 'here' || !pathname.endsWith('.woff2')) faults.push(`${sheet} loads ${host}${pathname}`);
    const { headers } = await get(exchange, pathname);
    if (headers['content-type'] !== 'font/woff2') faults.push(`${pathname}: ${headers['content-type']}`);
    paths.push(pathname);
  }
  for (const path of paths) {
    const answer = await get(exchange, path);
    if (answer.status !== 200) faults.push(`${path}: ${answer.status}`);
    if (answer.headers['cache-control'] !== 'public, max-age=31536000, immutable') faults.push(`${path}: ${answer.headers['cache-control']}`);
    if (!/-[\w-]{8}\.(js|css|txt|woff2)$/.test(path)) faults.push(`${path}: no digest is in its name`);
    if (path.endsWith('.css') && answer.body.includes('@import')) faults.push(`${path}: it loads something`);
  }
  return faults;
}

// What a browser needs before it shows the form to sign in.
async function faultsOfSize(exchange) {
  const faults = [];
  const paths = ['/console', ...pathsOf((await get(exchange, '/console')).body).filter((path) => !path.endsWith('.txt'))];
  for (const coding of ['gzip', 'zstd']) {
    let bytes = 0;
    for (const path of paths) bytes += Number((await get(exchange, path, { 'Accept-Encoding': coding })).headers['content-length']);
    console.log(`the console is ${bytes} bytes by ${coding}`);
    if (bytes > firstBytesMax || bytes < 50_000) faults.push(`${bytes} bytes by ${coding}`);
  }
  return faults;
}

async function faultsOfDeepLinks(exchange) {
  const { body } = await get(exchange, '/console');
  const faults = [];
  for (const path of ['/console/transactions', '/console/transactions/018f0000-0000-7000-8000-000000000000', '/console/cases?status=open']) {
    const answer = await get(exchange, path);
    if (answer.status !== 200 || answer.body !== body) faults.push(`${path} is answered with ${answer.status}`);
  }
  return faults;
}

/** Each test with what gives its faults. */
export const consolePages = (exchange) => [
  ['the console loads what is beside it, and nothing else', () => faultsOfPage(exchange)],
  ['the files of the console are kept for ever', () => faultsOfFiles(exchange)],
  ['the first view of the console is small', () => faultsOfSize(exchange)],
  ['a link into the console leads to its page', () => faultsOfDeepLinks(exchange)],
];

/** Below a path: the page is told of it. */
export async function faultsBelowAPath(exchange, path) {
  const { body } = await get(exchange, '/console');
  return body.includes(`<base href="${path}/">`) ? [] : [`it does not know ${path}`];
}

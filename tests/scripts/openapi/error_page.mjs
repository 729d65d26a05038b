// /docs/errors: the page that every error links to.
import { get } from './pages.mjs';

export const anchorsOf = ({ body }) => new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

/** The details of all answers that were looked at. */
export const detailsSeen = new Set();

/** What is wrong with the link of an error, and with the rules of its faults and of warnings. */
export function faultsOfDocumentation(anchors, { body, headers }) {
  if (body === '' || headers['content-type'] !== 'application/json') return [];
  const { code, detailCode, documentation, faults = [], warnings = [] } = JSON.parse(body);
  const rules = [...faults, ...(Array.isArray(warnings) ? warnings : [])].map((one) => `fault-${one.code.split('.').at(-1)}`);
  const name = detailCode ?? code;
  if (detailCode) detailsSeen.add(detailCode);
  return [
    ...(documentation === (name && `/docs/errors#${name}`) ? [] : [`${name} links to ${documentation}`]),
    ...[...(name ? [name] : []), ...rules].filter((anchor) => !anchors.has(anchor)).map((anchor) => `the page has no anchor ${anchor}`),
  ];
}

export async function faultsOfErrorPage(exchange) {
  const { headers, body } = await get(exchange, '/docs/errors');
  const styles = [...body.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, name]) => name);
  const faults = [];
  for (const name of styles) {
    const { status } = await get(exchange, `/docs/${name}`);
    if (!/^[\w.-]+$/.test(name) || status !== 200) faults.push(`${name}: ${status}`);
  }
  return [
    ...faults,
    ...(styles.length === 3 ? [] : [`it loads ${styles}`]),
    ...(/<script|<style|\sstyle=|\son\w+=|http/i.test(body) ? ['it has more than texts'] : []),
    ...(headers['content-type'] === 'text/html; charset=utf-8' ? [] : [headers['content-type']]),
    ...(headers['content-security-policy']?.startsWith("default-src 'none'; ") ? [] : ['it has no policy']),
    ...(headers['cache-control'] === 'no-cache' ? [] : [headers['cache-control']]),
  ];
}

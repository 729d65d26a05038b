// /docs/errors: the page that every error links to.
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


// The index of the search: for each page its title, its address, its rank and its sections.

/** Whoever asks a running exchange wants to use it: pages about its making come after those about its use. */
const lowRanked = new Set(['internals', 'decisions']);

const isPage = ({ level }) => level === 1;

const rowOf = ({ page, sections }) => [
  page.title,
  page.address,
  lowRanked.has(page.section) ? 0.6 : 1,
  sections.map((one) => [isPage(one) ? '' : one.heading, isPage(one) ? '' : one.anchor, one.text]),
];

/** The operations of the API, each as a section of the API reference, under the anchor that Swagger UI gives it. */
const rowOfApi = ({ paths }) => [
  'API reference',
  'api',
  1,
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description = '', tags: [tag] }]) => [
      summary,
      `/${tag.replaceAll(' ', '_')}/${operationId}`,
      `${method.toUpperCase()} ${path} ${operationId}. ${description}`.replaceAll(/\s+/g, ' '),
    ]),
  ),
];

/** [[title, address, rank, [[heading, anchor, text], …]], …] */
export const indexOf = (made, openapi) => [...made.map(rowOf), rowOfApi(openapi)];

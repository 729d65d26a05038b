// What the search of the pages reads: for each page its title, its address, its rank and its sections.

/** Whoever asks a running exchange wants to use it: pages about its making come after those about its use. */
const lowRanked = new Set(['internals', 'decisions']);

/** [[title, address, rank, [[heading, anchor, text], …]], …] */
export const indexOf = (made) =>
  made.map(({ page, sections }) => [
    page.title,
    page.address,
    lowRanked.has(page.section) ? 0.6 : 1,
    sections.map(({ heading, anchor, text, level }) => [level === 1 ? '' : heading, level === 1 ? '' : anchor, text]),
  ]);

import type { PageOf } from './paged_table';

const pagesMax = 10;
/** The number of rows that each request for a page asks for. */
export const rowsOfPage = '100';

/** Reads the pages of a list up to a limit. `nextCursor` is not null if there are more. */
export async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<PageOf<Row>>,
): Promise<PageOf<Row>> {
  const items: Row[] = [];
  let cursor: string | undefined;
  for (let count = 1; ; count += 1) {
    const page = await read(cursor);
    items.push(...page.items);
    if (page.nextCursor === null || count === pagesMax) return { items, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
}

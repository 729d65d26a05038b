// The row above the table of a list: the number of rows, the keys, and actions on the list.
import type { ReactNode } from 'react';

import { filled, useTexts } from '../texts/texts';
import type { PageOf } from './paged_table';

interface OfBar {
  page: PageOf<unknown>;
  cursor: string | undefined;
  /** The keys of this list in addition to those of every list. */
  keys?: string | undefined;
  children?: ReactNode;
}

/** The exchange does not count a list, so the number is that of the rows of this page. */
export function ListBar({ page: { items, nextCursor }, cursor, keys, children }: OfBar) {
  const { t, number } = useTexts();
  const isWhole = cursor === undefined && nextCursor === null;
  const isFirst = cursor === undefined && !isWhole;
  const text = isWhole ? t.rowsFound : isFirst ? t.rowsFirst : t.rowsHere;
  return (
    <div className="row no-print">
      <span role="status">{filled(text, { count: number(items.length) })}</span>
      <span className="dim keys">{[t.keysOfList, keys].filter(Boolean).join(' ')}</span>
      {children !== undefined && <div className="row end">{children}</div>}
    </div>
  );
}

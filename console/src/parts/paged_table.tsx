// A page of a list: a table on a screen, and on a phone cards or rows of two lines.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { AllBox, RowBox } from '../selection/boxes';
import type { Boxes } from '../selection/selection';
import { useTexts } from '../texts/texts';

/**
 * The first line of a row on a phone has a head and a status, the second one a partner, a reason and an age. Below
 * them, each "line" has the whole width, and the actions have a line of buttons. Cells of the place "side" share the
 * line below a head if they fit.
 */
interface OnPhone {
  place: 'head' | 'status' | 'partner' | 'why' | 'age' | 'line' | 'side' | 'actions';
  /** True for a text that wraps. Others are cut, except in a "line". */
  wraps?: boolean;
  /** Before the cell: a text, or what only a phone shows there. */
  lead?: ReactNode;
}

export interface Column<Row> {
  header: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
  /** A column that is empty in all rows is left out. */
  isEmpty?: (row: Row) => boolean;
  /** If any column has a place, a phone shows the rows in two lines, without the other columns. */
  onPhone?: (row: Row) => OnPhone | undefined;
}

export interface PageOf<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** How a list requests its rows again. */
export interface Renewal {
  /** Undefined for a list that does not update itself. */
  renewedEveryMs?: number | undefined;
  /** True while rows are selected. The list then keeps its rows when the user returns to the window. */
  isFixed?: boolean;
}

interface Turning {
  cursor: string | undefined;
  to: (cursor: string | undefined) => void;
}

export function PagedTable<Row>(props: {
  name: string;
  columns: Column<Row>[];
  /** True if a phone shows all columns, although some have a place there. */
  isDetailed?: boolean;
  page: PageOf<Row>;
  whenEmpty: string;
  /** Identifies a row of a list that updates itself, so that the focus stays with the row. */
  keyOf?: (row: Row) => string;
  /** The check boxes of a list whose rows can be selected. */
  boxes?: Boxes<Row> | undefined;
  /** Without it, a sentence says if the list is cut. */
  turning?: Turning;
}) {
  const { t } = useTexts();
  const { page, turning, boxes } = props;
  const columns = props.columns.filter(({ isEmpty }) => !isEmpty || page.items.some((row) => !isEmpty(row)));
  const isBrief = props.isDetailed !== true && columns.some(({ onPhone }) => onPhone !== undefined);
  const classOf = (column: Column<Row>) => (column.isNumber ? 'numbers' : undefined);
  return (
    <>
      <div className="card bare">
        {page.items.length === 0 ? (
          <p className="dim card">{props.whenEmpty}</p>
        ) : (
          <div className="scroll" tabIndex={0} role="group" aria-label={props.name}>
            <table className={`list ${isBrief ? 'brief' : 'folds'}${boxes ? ' chooses' : ''}`} aria-label={props.name}>
              <thead>
                <tr>
                  {boxes && (
                    <td className="choose">
                      <AllBox rows={page.items} boxes={boxes} />
                    </td>
                  )}
                  {columns.map((column, index) => (
                    <th key={index} scope="col" className={classOf(column)}>
                      {column.header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {page.items.map((row, index) => (
                  <tr key={props.keyOf?.(row) ?? index} className={boxes?.isChosen(row) ? 'chosen' : undefined}>
                    {boxes && (
                      <td className="choose">
                        <RowBox row={row} boxes={boxes} />
                      </td>
                    )}
                    {columns.map((column, at) => {
                      const { place, lead, wraps } = (isBrief && column.onPhone?.(row)) || {};
                      return (
                        <td
                          key={at}
                          data-name={column.header}
                          data-place={place}
                          data-lead={typeof lead === 'string' ? lead : undefined}
                          className={[classOf(column), wraps && 'wraps'].filter(Boolean).join(' ') || undefined}
                        >
                          {typeof lead === 'object' && <span className="on-phone">{lead}</span>}
                          <span className="cell">{column.cell(row)}</span>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      {!turning && page.nextCursor !== null && <p className="dim">{t.thereAreMore}</p>}
      {turning && (turning.cursor !== undefined || page.nextCursor !== null) && (
        <nav className="row no-print">
          {turning.cursor !== undefined && (
            <Button variant="default" size="xs" onClick={() => turning.to(undefined)}>
              {t.firstPage}
            </Button>
          )}
          {page.nextCursor !== null && (
            <Button
              variant="default"
              size="xs"
              onClick={() => page.nextCursor !== null && turning.to(page.nextCursor)}
            >
              {t.nextPage}
            </Button>
          )}
        </nav>
      )}
    </>
  );
}

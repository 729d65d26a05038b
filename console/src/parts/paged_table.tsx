// A page of a list: a table on a screen, cards on a phone.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTexts } from '../texts/texts';

export interface Column<Row> {
  header: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface PageOf<Row> {
  items: Row[];
  nextCursor: string | null;
}

interface Turning {
  cursor: string | undefined;
  to: (cursor: string | undefined) => void;
}

export function PagedTable<Row>(props: {
  name: string;
  columns: Column<Row>[];
  page: PageOf<Row>;
  whenEmpty: string;
  /** Identifies a row of a list that updates itself, so that the focus stays with the row. */
  keyOf?: (row: Row) => string;
  turning?: Turning;
}) {
  const { t } = useTexts();
  const { page, columns, turning } = props;
  const classOf = (column: Column<Row>) => (column.isNumber ? 'numbers' : undefined);
  return (
    <>
      <div className="card bare">
        {page.items.length === 0 ? (
          <p className="dim card">{props.whenEmpty}</p>
        ) : (
          <div className="scroll" tabIndex={0} role="region" aria-label={props.name}>
            <table className="list folds" aria-label={props.name}>
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <th key={index} scope="col" className={classOf(column)}>
                      {column.header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {page.items.map((row, index) => (
                  <tr key={props.keyOf?.(row) ?? index}>
                    {columns.map((column, place) => (
                      <td key={place} data-name={column.header} className={classOf(column)}>
                        <span className="cell">{column.cell(row)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
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

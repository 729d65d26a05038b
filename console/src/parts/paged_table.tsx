// A page of a list: a table on a screen, cards on a phone.
import { Button } from '@mantine/core';
import {
  flexRender,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';

import { useTexts } from '../texts/texts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    isNumber?: boolean;
    /** This member exists only so that both type parameters are used. */
    of?: [TData, TValue];
  }
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
  columns: ColumnDef<Row>[];
  page: PageOf<Row>;
  whenEmpty: string;
  turning?: Turning;
}) {
  const { t } = useTexts();
  const { page, turning } = props;
  const table = useReactTable({
    data: page.items,
    columns: props.columns,
    getCoreRowModel: getCoreRowModel(),
  });
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
                  {table.getFlatHeaders().map((header) => (
                    <th
                      key={header.id}
                      scope="col"
                      className={header.column.columnDef.meta?.isNumber ? 'numbers' : undefined}
                    >
                      {flexRender(header.column.columnDef.header, header.getContext())}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.getRowModel().rows.map((row) => (
                  <tr key={row.id}>
                    {row.getVisibleCells().map((cell) => (
                      <td
                        key={cell.id}
                        data-name={String(cell.column.columnDef.header)}
                        className={cell.column.columnDef.meta?.isNumber ? 'numbers' : undefined}
                      >
                        <span className="cell">
                          {flexRender(cell.column.columnDef.cell, cell.getContext())}
                        </span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      {turning && (
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

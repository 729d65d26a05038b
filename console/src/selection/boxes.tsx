// The check boxes of a list. Shift and a click, or Shift and the space bar, choose a range.
import { useEffect, useRef } from 'react';

import { filled, useTextsOf } from '../texts/texts';
import { selectionTexts } from '../texts/selection';
import type { Boxes } from './selection';

interface OfRow<Row> {
  row: Row;
  boxes: Boxes<Row>;
}

export function RowBox<Row>({ row, boxes }: OfRow<Row>) {
  const own = useTextsOf(selectionTexts);
  return (
    <label className="choose-field">
      <input
        type="checkbox"
        data-chooses
        aria-label={filled(own.select, { name: boxes.nameOf(row) })}
        checked={boxes.isChosen(row)}
        disabled={boxes.isFixed}
        onChange={({ nativeEvent }) => {
          boxes.onChoose(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}

interface OfAll<Row> {
  rows: Row[];
  boxes: Boxes<Row>;
}

/** The head of a table has room for the box only. */
export const AllBox = <Row,>(of: OfAll<Row>) => <All {...of} isNamed={false} />;

/** A phone shows no head of a table. */
export const PhoneBox = <Row,>(of: OfAll<Row>) => (
  <div className="narrow-only">
    <All {...of} isNamed />
  </div>
);

function All<Row>({ rows, boxes, isNamed }: OfAll<Row> & { isNamed: boolean }) {
  const own = useTextsOf(selectionTexts);
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter(boxes.isChosen).length;
  const isPart = count > 0 && count < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className="choose-field">
      <input
        ref={box}
        type="checkbox"
        {...(!isNamed && { 'aria-label': own.selectAll })}
        checked={count > 0 && count === rows.length}
        disabled={boxes.isFixed}
        onChange={boxes.onAll}
      />
      {isNamed && own.selectAll}
    </label>
  );
}

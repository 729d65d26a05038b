// Stacked columns over time, as a picture and as a table. The picture contains no text, so it can
// be stretched to any width.
import { useId } from 'react';

import { useTexts } from '../texts/texts';

export interface Series {
  id: string;
  name: string;
  /** A class of console.css. */
  look: string;
}
export interface Column {
  /** The text below the column, if there is room. */
  label: string;
  /** The full name. */
  name: string;
  /** One count for each series, in their order. */
  counts: number[];
}

const columnWidth = 10;
const height = 100;

const sum = (counts: number[]) => counts.reduce((whole, one) => whole + one, 0);

/** Returns 1, 2 or 5 with zeros: the smallest such number that is at least `value`. */
export function roundedUp(value: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5, 10].find((step) => step * scale >= value) ?? 10) * scale;
}

export function Chart(props: {
  name: string;
  columns: Column[];
  series: Series[];
  isTable: boolean;
  /** The head of the first column of the table. */
  step: string;
}) {
  const shown = props.series.filter((_, at) => props.columns.some(({ counts }) => counts[at]));
  return (
    <>
      <ul className="legend">
        {shown.map(({ id, name, look }) => (
          <li key={id} className={`series ${look}`}>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {props.isTable ? <Figures {...props} shown={shown} /> : <Picture {...props} />}
    </>
  );
}

function Picture({ name, columns, series }: { name: string; columns: Column[]; series: Series[] }) {
  const { t, number } = useTexts();
  const heading = useId();
  const top = roundedUp(Math.max(1, ...columns.map(({ counts }) => sum(counts))));
  const total = sum(columns.map(({ counts }) => sum(counts)));
  const last = columns.length - 1;
  return (
    <div className="chart">
      <div className="chart-scale dim" aria-hidden>
        <span>{number(top)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-labelledby={heading}
        viewBox={`0 0 ${columns.length * columnWidth} ${height}`}
        preserveAspectRatio="none"
      >
        <title id={heading}>{`${name}: ${number(total)}. ${t.asTableHint}`}</title>
        {columns.map((column, at) => (
          <Stack key={column.name} at={at} column={column} series={series} top={top} />
        ))}
      </svg>
      <div className="chart-times dim" aria-hidden>
        {[0, Math.floor(last / 2), last].map((at) => (
          <span key={at}>{columns[at]?.label}</span>
        ))}
      </div>
    </div>
  );
}

function Stack(props: { at: number; column: Column; series: Series[]; top: number }) {
  const { number } = useTexts();
  const { at, column, series, top } = props;
  const words = series.flatMap(({ name }, one) => {
    const count = column.counts[one] ?? 0;
    return count > 0 ? [`${name} ${number(count)}`] : [];
  });
  let below = height;
  return (
    <g>
      <title>{[column.name, ...words].join('\n')}</title>
      <rect className="chart-ground" x={at * columnWidth} y={0} width={columnWidth} height={height} />
      {series.map(({ id, look }, one) => {
        const tall = ((column.counts[one] ?? 0) * height) / top;
        below -= tall;
        if (tall === 0) return null;
        const x = at * columnWidth + 1;
        return (
          <rect key={id} className={look} x={x} y={below} width={columnWidth - 2} height={tall} />
        );
      })}
    </g>
  );
}

function Figures(props: { name: string; step: string; columns: Column[]; series: Series[]; shown: Series[] }) {
  const { t, number } = useTexts();
  const { name, columns, series, shown } = props;
  const rows = columns.filter(({ counts }) => sum(counts) > 0).reverse();
  if (rows.length === 0) return <p className="dim">{t.nothingYet}</p>;
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="list" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{props.step}</th>
            {shown.map(({ id, name: of }) => (
              <th key={id} scope="col" className="numbers">
                {of}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {shown.map((one) => (
                <td key={one.id} className="numbers">
                  {number(row.counts[series.indexOf(one)] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

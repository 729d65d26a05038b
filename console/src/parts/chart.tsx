// Stacked columns over time, as a picture and as a table. The picture contains no text, so it can
// be stretched to any width. A link over each column opens its transactions.
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import type { Filters } from '../search';
import { useTexts } from '../texts/texts';
import { ticksUpTo } from './ticks';

export interface Series {
  id: string;
  name: string;
  /** A class of console.css. */
  look: string;
}
export interface Column {
  /** The time at which it begins. Two hours have the same name when summer time ends. */
  begins: number;
  /** The text below the column. */
  label: string;
  labelled: 'always' | 'ifWide' | undefined;
  /** The full name. */
  name: string;
  /** One count for each series, in their order. */
  counts: number[];
  /** The filters of its transactions. */
  filters: Filters;
}

const columnWidth = 10;
const height = 100;

const sum = (counts: number[]) => counts.reduce((whole, one) => whole + one, 0);

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
  const ticks = ticksUpTo(Math.max(...columns.map(({ counts }) => sum(counts))));
  const top = ticks.at(-1) ?? 1;
  const total = sum(columns.map(({ counts }) => sum(counts)));
  const width = columns.length * columnWidth;
  return (
    <div className="chart">
      <div className="chart-scale dim" aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{number(tick)}</span>
        ))}
      </div>
      <div className="chart-plot">
        <svg
          role="img"
          aria-labelledby={heading}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
        >
          <title id={heading}>{`${name}: ${number(total)}. ${t.asTableHint}`}</title>
          {ticks.map((tick) => (
            <line key={tick} x2={width} y1={height - (tick * height) / top} y2={height - (tick * height) / top} />
          ))}
          {columns.map((column, at) => (
            <Stack key={column.begins} at={at} column={column} series={series} top={top} />
          ))}
        </svg>
        <div className="chart-columns">
          {columns.map((column) => (
            <Opener key={column.begins} column={column} series={series} />
          ))}
        </div>
      </div>
      <div className="chart-columns chart-times dim" aria-hidden>
        {columns.map(({ begins, label, labelled }) => (
          <span key={begins} className={labelled}>
            {labelled && label}
          </span>
        ))}
      </div>
    </div>
  );
}

function Opener({ column, series }: { column: Column; series: Series[] }) {
  const { number } = useTexts();
  const words = series.flatMap(({ name }, at) => {
    const count = column.counts[at] ?? 0;
    return count > 0 ? [`${name} ${number(count)}`] : [];
  });
  if (words.length === 0) return <span />;
  const text = `${column.name}: ${words.join(', ')}`;
  return <Link to="/transactions" search={column.filters} aria-label={text} title={text} />;
}

function Stack(props: { at: number; column: Column; series: Series[]; top: number }) {
  const { at, column, series, top } = props;
  let below = height;
  return series.map(({ id, look }, one) => {
    const tall = ((column.counts[one] ?? 0) * height) / top;
    below -= tall;
    if (tall === 0) return null;
    const x = at * columnWidth + 1;
    return <rect key={id} className={look} x={x} y={below} width={columnWidth - 2} height={tall} />;
  });
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
            <tr key={row.begins}>
              <th scope="row">
                <Link to="/transactions" search={row.filters}>
                  {row.name}
                </Link>
              </th>
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

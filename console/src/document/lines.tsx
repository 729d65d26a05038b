// The lines of a document as a table. A row shows what one looks for first; the rest opens below.
import { Button } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';

import { filled, useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { isList, isObject, membersOf, typeOfField, type JsonObject } from './model';
import { Value, ValueFacts } from './values';

const linesAtFirst = 200;
const deepest = 8;

const nested = ['subItems', 'items', 'transportUnits'];

// What a row shows, in this order, where any line has it.
const columns = [
  'lineNumber',
  'orderLineNumber',
  'identifiers',
  'identity',
  'name',
  'description',
  'orderedQuantity',
  'confirmedQuantity',
  'shippedQuantity',
  'receivedQuantity',
  'soldQuantity',
  'quantity',
  'unitOfMeasure',
  'unitPrice',
  'amount',
  'invoiceIdentifier',
  'documentIdentifier',
];

const isNumeric = (lines: JsonObject[], name: string) =>
  lines.some((line) => line[name] instanceof Exact);

export function Lines({ lines, type }: { lines: JsonObject[]; type: string | undefined }) {
  const { t, field } = useTexts();
  const [isWhole, setIsWhole] = useState(lines.length <= linesAtFirst);
  const rows = isWhole ? lines : lines.slice(0, linesAtFirst);
  const shown = columns.filter((name) =>
    lines.some((line) => line[name] !== undefined && line[name] !== null),
  );
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label={t.lines}>
        <table className="list" aria-label={t.lines}>
          <thead>
            <tr>
              {shown.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={isNumeric(lines, name) ? 'numbers' : undefined}
                >
                  {field(name)}
                </th>
              ))}
              <th scope="col">{t.more}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((line, index) => (
              <Line key={index} line={line} type={type} shown={shown} depth={0} />
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && (
        <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
          {filled(t.showAll, { count: lines.length })}
        </Button>
      )}
    </>
  );
}

interface OfLine {
  line: JsonObject;
  type: string | undefined;
  shown: string[];
  depth: number;
}

function Line({ line, type, shown, depth }: OfLine): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const rest = membersOf(line, type).filter(
    ([name]) => !shown.includes(name) && !nested.includes(name),
  );
  return (
    <Fragment>
      <tr className={depth > 0 ? 'deeper' : undefined}>
        {shown.map((name) => {
          const value = line[name];
          return (
            <td key={name} className={value instanceof Exact ? 'numbers' : undefined}>
              <div className={value instanceof Exact ? undefined : 'cell'}>
                {value !== undefined && value !== null && (
                  <Value of={value} type={typeOfField(type, name)} />
                )}
              </div>
            </td>
          );
        })}
        <td>
          {rest.length > 0 && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t.more}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className="details">
          <td colSpan={shown.length + 1}>
            <ValueFacts members={rest} type={type} />
          </td>
        </tr>
      )}
      {depth < deepest &&
        listOf(line['subItems']).map((sub, index) => (
          <Line
            key={index}
            line={sub}
            type={typeOfField(type, 'subItems')}
            shown={shown}
            depth={depth + 1}
          />
        ))}
    </Fragment>
  );
}

const listOf = (value: Json | undefined) => (isList(value) ? value.filter(isObject) : []);

interface OfUnits {
  units: JsonObject[];
  type: string | undefined;
  depth?: number;
}

/** Pallets and parcels, or places: each with its own lines, and units within it. */
export function LoadUnits({ units, type, depth = 0 }: OfUnits): ReactNode {
  const { t } = useTexts();
  const [isWhole, setIsWhole] = useState(units.length <= linesAtFirst);
  if (depth > deepest) return null;
  return (
    <div className="stack">
      {(isWhole ? units : units.slice(0, linesAtFirst)).map((unit, index) => (
        <div key={index} className="unit-of-load stack">
          <ValueFacts
            members={membersOf(unit, type).filter(([name]) => !nested.includes(name))}
            type={type}
          />
          {listOf(unit['items']).length > 0 && (
            <Lines lines={listOf(unit['items'])} type={typeOfField(type, 'items')} />
          )}
          {listOf(unit['transportUnits']).length > 0 && (
            <LoadUnits
              units={listOf(unit['transportUnits'])}
              type={typeOfField(type, 'transportUnits')}
              depth={depth + 1}
            />
          )}
        </div>
      ))}
      {!isWhole && (
        <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
          {filled(t.showAll, { count: units.length })}
        </Button>
      )}
    </div>
  );
}

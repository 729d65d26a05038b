// The lines of a document as a table. A row shows the main fields; the others open below it.
import { Button } from '@mantine/core';
import { Fragment, useMemo, useState, type ReactNode } from 'react';

import { usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { Exact, product, type Json } from './exact_json';
import { Marked, useMarks } from './marked';
import type { Marks } from './marks';
import { isEmpty, isList, isObject, typeOfField, type JsonObject } from './model';
import { Member, ValueFacts } from './values';

// A document may have 100,000 lines, so they are shown in portions.
const linesAtATime = 200;
const linesOfUnitAtATime = 50;
const unitsAtATime = 20;
const innerUnitsAtATime = 5;
const deepest = 8;

const nested = ['subItems', 'items', 'transportUnits'];

// The columns of a row in their order. A column is shown if any line has the field.
const columns = [
  'lineNumber',
  'orderLineNumber',
  'documentNumber',
  'documentDate',
  'documentType',
  'identifiers',
  'identity',
  'name',
  'description',
  'availableQuantity',
  'blockedQuantity',
  'orderedQuantity',
  'confirmedQuantity',
  'shippedQuantity',
  'receivedQuantity',
  'rejectedQuantity',
  'salesQuantity',
  'quantity',
  'freeQuantity',
  'unitOfMeasure',
  'unitPrice',
  'quantityTimesPrice',
  'lineNetAmount',
  'lineGrossAmount',
  'dueTotal',
  'correctionTotal',
  'remittedTotal',
];

// Modifications and taxes are not in this amount. Another unit of the price makes it unknown.
function quantityTimesPrice(line: JsonObject): Exact | undefined {
  const { quantity, unitPrice, pricingUnitOfMeasure, pricingUnitQuantity, isInvoicedItem } = line;
  const isOther = [pricingUnitOfMeasure, pricingUnitQuantity].some((value) => value ?? false);
  if (isOther || isInvoicedItem === false) return undefined;
  if (!(quantity instanceof Exact) || !(unitPrice instanceof Exact)) return undefined;
  return product(quantity, unitPrice);
}

const valueIn = (line: JsonObject, name: string): Json | undefined =>
  line[name] ?? (name === 'quantityTimesPrice' ? quantityTimesPrice(line) : undefined);

interface Row {
  list: Json[];
  index: string;
  line: JsonObject;
  type: string | undefined;
  depth: number;
}

/** Returns each line, followed by its inner lines. */
function rowsOf(list: Json[], type: string | undefined, depth = 0): Row[] {
  if (depth > deepest) return [];
  return list.flatMap((line, index) =>
    isObject(line)
      ? [
          { list, index: String(index), line, type, depth },
          ...rowsOf(listOf(line['subItems']), typeOfField(type, 'subItems'), depth + 1),
        ]
      : [],
  );
}

const isMarked = (marks: Marks, { list, index, line }: Row) =>
  marks.isMarked(line) || marks.here(list, index).length > 0;

interface OfLines {
  list: Json[];
  type: string | undefined;
  atATime?: number;
}

/** Shows the first lines, and each line that has a fault. */
export function Lines({ list, type, atATime = linesAtATime }: OfLines) {
  const { t, field } = useTexts();
  const marks = useMarks();
  const rows = useMemo(() => rowsOf(list, type), [list, type]);
  const { shown, more } = usePortions(rows, atATime);
  const faulty = useMemo(
    () => rows.slice(shown.length).filter((row) => isMarked(marks, row)).slice(0, linesAtATime),
    [rows, shown.length, marks],
  );
  const names = useMemo(
    () =>
      columns.filter((name) =>
        rows.some(({ line }) => !isEmpty(valueIn(line, name) ?? null) || marks.here(line, name).length > 0),
      ),
    [rows, marks],
  );
  const isOfNumbers = (name: string) => rows.some(({ line }) => valueIn(line, name) instanceof Exact);
  return (
    <>
      <div className="scroll" tabIndex={0} role="group" aria-label={t.lines}>
        <table className="list folds lines" aria-label={t.lines}>
          <thead>
            <tr>
              {names.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={isOfNumbers(name) ? 'numbers' : undefined}
                >
                  {field(name)}
                </th>
              ))}
              <th scope="col">{t.more}</th>
            </tr>
          </thead>
          <tbody>
            {[...shown, ...faulty].map((row, index) => (
              <Line key={index} {...row} shown={names} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

// A unit such as KGM is not broken into two lines.
const shortUpTo = 6;
const isShort = (value: Json | undefined) => typeof value === 'string' && value.length <= shortUpTo;

interface OfLine extends Row {
  shown: string[];
}

function Line({ list, index, line, type, shown, depth }: OfLine): ReactNode {
  const { t, field } = useTexts();
  const marks = useMarks();
  const nameColumn = ['description', 'name', 'identifiers'].find((name) => shown.includes(name));
  const rest = marks
    .membersOf(line, type)
    .filter(([name]) => !shown.includes(name) && !nested.includes(name));
  const [isOpen, setIsOpen] = useState(rest.some(([name]) => marks.within(line, name).length > 0));
  return (
    <Fragment>
      <tr className={depth > 0 ? 'deeper' : undefined}>
        {shown.map((name, column) => {
          const value = valueIn(line, name);
          const isMissing = value === undefined || value === null;
          return (
            <td
              key={name}
              data-name={field(name)}
              data-place={name === nameColumn ? 'head' : undefined}
              className={value instanceof Exact ? 'numbers' : undefined}
            >
              <div className={value instanceof Exact ? undefined : isShort(value) ? 'cell whole' : 'cell'}>
                <Marked marks={column === 0 ? marks.here(list, index) : []}>
                  {(!isMissing || marks.here(line, name).length > 0) && (
                    <Member of={line} name={name} value={value ?? null} type={typeOfField(type, name)} />
                  )}
                </Marked>
                {name === nameColumn && line['isDepositItem'] === true && (
                  <div className="dim">{field('isDepositItem')}</div>
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
            <ValueFacts of={line} members={rest} type={type} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const listOf = (value: Json | undefined) => (isList(value) ? value : []);

interface OfUnits {
  list: Json[];
  type: string | undefined;
  depth?: number;
}

/** Shows pallets, parcels or places, each with its own lines and inner units. */
export function LoadUnits({ list, type, depth = 0 }: OfUnits): ReactNode {
  const marks = useMarks();
  const atATime = depth === 0 ? unitsAtATime : innerUnitsAtATime;
  const { shown, more } = usePortions(list, atATime);
  if (depth > deepest) return null;
  return (
    <div className="stack">
      {shown.map(
        (unit, index) =>
          isObject(unit) && (
            <Marked key={index} marks={marks.here(list, String(index))} isBlock>
              <Unit unit={unit} type={type} depth={depth} />
            </Marked>
          ),
      )}
      {more}
    </div>
  );
}

// Labels have a separate page, so a unit shows only the number that the exchange assigned.
function factsOfUnit(unit: JsonObject, type: string | undefined, marks: Marks): [string, Json][] {
  const facts = marks
    .membersOf(unit, type)
    .filter(([name]) => !nested.includes(name) && name !== 'transportLabel');
  const isNumbered = facts.some(([name]) => name === 'unitIdentifier');
  const given = isObject(unit['transportLabel']) ? unit['transportLabel']['sscc'] : undefined;
  return isNumbered || given === undefined ? facts : [['unitIdentifier', given], ...facts];
}

interface OfUnit {
  unit: JsonObject;
  type: string | undefined;
  depth: number;
}

function Unit({ unit, type, depth }: OfUnit) {
  const marks = useMarks();
  const lines = listOf(unit['items']);
  const inner = listOf(unit['transportUnits']);
  return (
    <div className="unit-of-load stack">
      <ValueFacts of={unit} members={factsOfUnit(unit, type, marks)} type={type} />
      {lines.length > 0 && (
        <Lines list={lines} type={typeOfField(type, 'items')} atATime={linesOfUnitAtATime} />
      )}
      {inner.length > 0 && (
        <LoadUnits list={inner} type={typeOfField(type, 'transportUnits')} depth={depth + 1} />
      )}
    </div>
  );
}

// The lines of a document as a table. A row shows the main fields; the others open below it.
import { Button } from '@mantine/core';
import { Fragment, useMemo, useState, type ReactNode } from 'react';

import { usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { Exact, product, type Json } from './exact_json';
import { isEmpty, isList, isObject, membersOf, typeOfField, type JsonObject } from './model';
import { Value, ValueFacts } from './values';

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

const isNumeric = (lines: JsonObject[], name: string) =>
  lines.some((line) => valueIn(line, name) instanceof Exact);

interface Row {
  line: JsonObject;
  type: string | undefined;
  depth: number;
}

/** Returns each line, followed by its inner lines. */
function rowsOf(lines: JsonObject[], type: string | undefined, depth = 0): Row[] {
  if (depth > deepest) return [];
  return lines.flatMap((line) => [
    { line, type, depth },
    ...rowsOf(listOf(line['subItems']), typeOfField(type, 'subItems'), depth + 1),
  ]);
}

interface OfLines {
  lines: JsonObject[];
  type: string | undefined;
  atATime?: number;
}

export function Lines({ lines, type, atATime = linesAtATime }: OfLines) {
  const { t, field } = useTexts();
  const rows = useMemo(() => rowsOf(lines, type), [lines, type]);
  const { shown, more } = usePortions(rows, atATime);
  const names = useMemo(
    () =>
      columns.filter((name) =>
        rows.some(({ line }) => !isEmpty(valueIn(line, name) ?? null)),
      ),
    [rows],
  );
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
                  className={isNumeric(lines, name) ? 'numbers' : undefined}
                >
                  {field(name)}
                </th>
              ))}
              <th scope="col">{t.more}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <Line key={index} {...row} shown={names} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

interface OfLine extends Row {
  shown: string[];
}

function Line({ line, type, shown, depth }: OfLine): ReactNode {
  const { t, field } = useTexts();
  const nameColumn = ['description', 'name', 'identifiers'].find((name) => shown.includes(name));
  const [isOpen, setIsOpen] = useState(false);
  const rest = membersOf(line, type).filter(
    ([name]) => !shown.includes(name) && !nested.includes(name),
  );
  return (
    <Fragment>
      <tr className={depth > 0 ? 'deeper' : undefined}>
        {shown.map((name) => {
          const value = valueIn(line, name);
          return (
            <td
              key={name}
              data-name={field(name)}
              data-place={name === nameColumn ? 'head' : undefined}
              className={value instanceof Exact ? 'numbers' : undefined}
            >
              <div className={value instanceof Exact ? undefined : 'cell'}>
                {value !== undefined && value !== null && (
                  <Value of={value} type={typeOfField(type, name)} />
                )}
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
            <ValueFacts members={rest} type={type} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const listOf = (value: Json | undefined) => (isList(value) ? value.filter(isObject) : []);

interface OfUnits {
  units: JsonObject[];
  type: string | undefined;
  depth?: number;
}

/** Shows pallets, parcels or places, each with its own lines and inner units. */
export function LoadUnits({ units, type, depth = 0 }: OfUnits): ReactNode {
  const atATime = depth === 0 ? unitsAtATime : innerUnitsAtATime;
  const { shown, more } = usePortions(units, atATime);
  if (depth > deepest) return null;
  return (
    <div className="stack">
      {shown.map((unit, index) => (
        <Unit key={index} unit={unit} type={type} depth={depth} />
      ))}
      {more}
    </div>
  );
}

// Labels have a separate page, so a unit shows only the number that the exchange assigned.
function factsOfUnit(unit: JsonObject, type: string | undefined): [string, Json][] {
  const facts = membersOf(unit, type).filter(
    ([name]) => !nested.includes(name) && name !== 'transportLabel',
  );
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
  const lines = useMemo(() => listOf(unit['items']), [unit]);
  const inner = useMemo(() => listOf(unit['transportUnits']), [unit]);
  return (
    <div className="unit-of-load stack">
      <ValueFacts members={factsOfUnit(unit, type)} type={type} />
      {lines.length > 0 && (
        <Lines lines={lines} type={typeOfField(type, 'items')} atATime={linesOfUnitAtATime} />
      )}
      {inner.length > 0 && (
        <LoadUnits units={inner} type={typeOfField(type, 'transportUnits')} depth={depth + 1} />
      )}
    </div>
  );
}

// The labels of transport units: a view of each, and a file with all of them to print.
import { useMemo } from 'react';

import { addressOf, type Transaction } from '../api';
import type { Json } from '../document/exact_json';
import { isList, isObject, valueAt } from '../document/model';
import { usePortions } from '../parts/more';
import { ToFile } from '../parts/to_file';
import { filled, useTexts } from '../texts/texts';

const kindsWithLabels = ['SHIPPING_NOTICE', 'DISPATCH_INSTRUCTION_RESPONSE'];
const labelsAtATime = 12;
const labelsOfFileMax = 2_000;
const deepest = 20;

export const hasLabels = (of: Transaction) =>
  kindsWithLabels.includes(of.type) && of.content !== null;

interface Unit {
  place: string;
  number: string;
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

// Returns the units in the order of the exchange: an outer unit comes before its inner units.
function unitsIn(units: Json | undefined, before: string, depth: number): Unit[] {
  if (!isList(units) || depth > deepest) return [];
  return units.flatMap((unit, index) => {
    const place = before === '' ? String(index) : `${before}.${index}`;
    if (!isObject(unit) || !isObject(unit['transportLabel'])) return [];
    const number = textOf(unit['transportLabel']['sscc']) || textOf(unit['unitIdentifier']);
    return [{ place, number }, ...unitsIn(unit['transportUnits'], place, depth + 1)];
  });
}

export function Labels({ id, of }: { id: string; of: Transaction }) {
  const { t, number } = useTexts();
  const units = useMemo(() => unitsIn(valueAt(of.content, 'transportUnits'), '', 0), [of]);
  const { shown, more } = usePortions(units, labelsAtATime);
  const file = (place: string, ending: string, query = {}) =>
    addressOf(`/v2/labels/${id}${place === '' ? '' : `/${place}`}.${ending}`, query);
  if (units.length === 0) return <p className="dim">{t.noLabels}</p>;
  const isOneFile = units.length <= labelsOfFileMax;
  return (
    <div className="stack">
      {isOneFile ? (
        <p className="row no-print">
          <ToFile href={file('', 'pdf')} name={t.printLabels} />
          <ToFile href={file('', 'pdf', { sheet: 'A4' })} name={t.printLabelsOnSheets} />
          <ToFile href={file('', 'zpl')} name={t.labelsForPrinter} />
        </p>
      ) : (
        <p className="dim">{filled(t.tooManyLabels, { count: number(labelsOfFileMax) })}</p>
      )}
      <ul className="labels" aria-label={t.labels}>
        {shown.map(({ place, number: text }) => (
          <li key={place} className="stack">
            <img
              src={file(place, 'png')}
              alt={filled(t.labelOf, { number: text || place })}
              loading="lazy"
              width={420}
              height={592}
            />
            <span className="row">
              <span className="any">{text}</span>
              <ToFile href={file(place, 'pdf')} name={t.printLabel} about={text || place} />
            </span>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

import type { Texts } from '../texts/english';
import { filled, useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { Marked, useMarks } from './marked';
import type { Mark, Marks } from './marks';
import { isList, isObject, type JsonObject } from './model';
import { ValueFacts } from './values';

interface OfSums {
  summary: JsonObject;
  type: string | undefined;
  currency: string | undefined;
}

interface Row {
  name: string;
  value: Exact;
  marks: Mark[];
}

/** Shows the sums of a document, each tax, and at the end the amount due. */
export function Sums({ summary, type, currency }: OfSums) {
  const { t, field, number } = useTexts();
  const marks = useMarks();
  const members = marks.membersOf(summary, type);
  const amounts: Row[] = members.flatMap(([name, value]) =>
    value instanceof Exact ? [{ name: field(name), value, marks: marks.here(summary, name) }] : [],
  );
  const tax = isObject(summary['tax']) ? taxRows(summary['tax'], { t, field, number, marks }) : [];
  const rest = members.filter(([name, value]) => !(value instanceof Exact) && name !== 'tax');
  const isLast = ({ name }: Row) => [field('dueAmount'), field('grossAmount')].includes(name);
  const rows = [
    ...amounts.filter((row) => !isLast(row)),
    ...tax,
    ...amounts.filter(isLast),
  ];
  return (
    <div className="stack">
      <table className="sums">
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{row.name}</th>
              <td className="numbers">
                <Marked marks={row.marks}>
                  {number(row.value)} {currency}
                </Marked>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && <ValueFacts of={summary} members={rest} type={type} />}
    </div>
  );
}

// The usual category needs no word (UNCL5305).
const standardRate = 'S';

interface Words {
  t: Texts;
  field: (name: string) => string;
  number: (value: Exact) => string;
  marks: Marks;
}

function taxRows(tax: JsonObject, { t, field, number, marks }: Words): Row[] {
  const textIn = (of: JsonObject, name: string) => {
    const value = of[name];
    if (value instanceof Exact) return number(value);
    return typeof value === 'string' ? value : '';
  };
  const { items: all } = tax;
  const ofItem = (item: Json, index: number): Row[] => {
    if (!isObject(item) || !(item['taxAmount'] instanceof Exact)) return [];
    const share = textIn(item, 'percentage');
    const amount = textIn(item, 'taxableAmount');
    const tax = textIn(item, 'description') || field('tax');
    const category = textIn(item, 'category');
    const name = [
      ...(share && amount
        ? [filled(t.taxOn, { share, name: tax, amount })]
        : [tax, share && `${share} %`, amount && `${field('taxableAmount')} ${amount}`]),
      category === standardRate ? '' : category,
    ];
    return [
      {
        name: name.filter((text) => text !== '').join(', '),
        value: item['taxAmount'],
        marks: marks.within(all as Json[], String(index)),
      },
    ];
  };
  const items = isList(all) ? all.flatMap(ofItem) : [];
  const total = tax['total'];
  const name = textIn(tax, 'description') || field('tax');
  return total instanceof Exact
    ? [
        ...items,
        { name: `${name}, ${field('total').toLowerCase()}`, value: total, marks: marks.here(tax, 'total') },
      ]
    : items;
}

import { useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { isList, isObject, membersOf, type JsonObject } from './model';
import { ValueFacts } from './values';

interface OfSums {
  summary: JsonObject;
  type: string | undefined;
  currency: string | undefined;
}

interface Row {
  name: string;
  value: Exact;
}

/** Shows the sums of a document, each tax, and at the end the amount due. */
export function Sums({ summary, type, currency }: OfSums) {
  const { field, number } = useTexts();
  const members = membersOf(summary, type);
  const amounts: Row[] = members.flatMap(([name, value]) =>
    value instanceof Exact ? [{ name: field(name), value }] : [],
  );
  const tax = isObject(summary['tax']) ? taxRows(summary['tax'], { field, number }) : [];
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
                {number(row.value)} {currency}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && <ValueFacts members={rest} type={type} />}
    </div>
  );
}

interface Words {
  field: (name: string) => string;
  number: (value: Exact) => string;
}

function taxRows(tax: JsonObject, { field, number }: Words): Row[] {
  const textIn = (of: JsonObject, name: string) => {
    const value = of[name];
    if (value instanceof Exact) return number(value);
    return typeof value === 'string' ? value : '';
  };
  const ofItem = (item: Json): Row[] => {
    if (!isObject(item) || !(item['taxAmount'] instanceof Exact)) return [];
    const share = textIn(item, 'percentage');
    const basis = textIn(item, 'taxableAmount');
    const name = [
      textIn(item, 'description') || field('tax'),
      share && `${share} %`,
      basis && `${field('taxableAmount')} ${basis}`,
      textIn(item, 'category'),
    ];
    return [{ name: name.filter((text) => text !== '').join(', '), value: item['taxAmount'] }];
  };
  const items = isList(tax['items']) ? tax['items'].flatMap(ofItem) : [];
  const total = tax['total'];
  const name = textIn(tax, 'description') || field('tax');
  return total instanceof Exact
    ? [...items, { name: `${name}, ${field('total').toLowerCase()}`, value: total }]
    : items;
}

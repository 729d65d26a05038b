import { useTexts } from '../texts/texts';
import type { Json } from './exact_json';
import { isList, isObject, membersOf, type JsonObject } from './model';
import { Identifier, isIdentifier, ValueFacts } from './values';

const text = (of: JsonObject, name: string) => {
  const value = of[name];
  return typeof value === 'string' ? value : '';
};
const joined = (of: JsonObject, names: string[]) =>
  names
    .map((name) => text(of, name))
    .filter((one) => one !== '')
    .join(' ');
const objects = (value: Json | undefined) => (isList(value) ? value.filter(isObject) : []);

const shown = ['name', 'postalAddress', 'identifiers', 'contacts'];

/** Shows a party as on a letter. */
export function Party({ role, party }: { role?: string; party: JsonObject }) {
  const { field } = useTexts();
  const address = isObject(party['postalAddress']) ? party['postalAddress'] : {};
  const lines = [
    text(address, 'name') === text(party, 'name') ? '' : text(address, 'name'),
    text(address, 'street'),
    text(address, 'addressExtra'),
    joined(address, ['countryCode', 'postalCode', 'city', 'state']),
  ].filter((line) => line !== '');
  const rest = membersOf(party, 'Party').filter(([name]) => !shown.includes(name));
  return (
    <div className="party">
      {role !== undefined && <h3>{role}</h3>}
      {text(party, 'name') !== '' && (
        <p>
          <strong>{text(party, 'name')}</strong>
        </p>
      )}
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {objects(party['identifiers'])
        .filter(isIdentifier)
        .map((identifier, index) => (
          <p key={index}>
            <Identifier of={identifier} />
          </p>
        ))}
      {objects(party['contacts']).map((contact, index) => (
        <p key={index} className="dim">
          {joined(contact, ['department', 'firstName', 'lastName', 'phone', 'mobile', 'email'])}
          {text(contact, 'fax') !== '' && ` ${field('fax')} ${text(contact, 'fax')}`}
        </p>
      ))}
      {rest.length > 0 && <ValueFacts members={rest} type="Party" />}
    </div>
  );
}

import { Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { Facts } from '../parts/facts';
import { More, usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { isList, isObject, isParty, membersOf, typeOfField, type JsonObject } from './model';
import { lineOf } from './sentences';

/** A link is made only of an address that a browser fetches safely. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text);

/** Shows any value in the form of its type. */
export function Value({ of, type }: { of: Json; type: string | undefined }): ReactNode {
  const { t, date, moment, number, field } = useTexts();
  const line = lineOf(of, type, { t, number, field });
  if (line !== undefined) return line;
  if (of === null) return '–';
  if (typeof of === 'boolean') return of ? t.yes : t.no;
  if (of instanceof Exact) return number(of);
  if (isList(of)) return <ListValue of={of} type={type} />;
  if (isObject(of)) {
    if (isIdentifier(of)) return <Identifier of={of} />;
    if (isParty(type)) return <Party party={of} />;
    return <ValueFacts members={membersOf(of, type)} type={type} />;
  }
  if (type === 'date') return date(of);
  if (type === 'datetime') return moment(of);
  if (type === 'uri' && isWebAddress(of)) {
    return (
      <Anchor href={of} rel="noreferrer noopener" target="_blank">
        {of}
      </Anchor>
    );
  }
  return of.length > charactersAtATime ? <LongText of={of} /> : of;
}

const charactersAtATime = 10_000;
const elementsAtATime = 50;
const membersAtATime = 200;

function LongText({ of }: { of: string }) {
  const { t } = useTexts();
  const [shown, setShown] = useState(charactersAtATime);
  if (shown >= of.length) return of;
  return (
    <>
      {of.slice(0, shown)} …
      <More
        onMore={() => setShown(10 * shown)}
        shown={Math.ceil(shown / 1_000)}
        count={Math.ceil(of.length / 1_000)}
        text={t.showMoreCharacters}
      />
    </>
  );
}

function ListValue({ of, type }: { of: Json[]; type: string | undefined }) {
  const { shown, more } = usePortions(of, elementsAtATime);
  return (
    <>
      {shown.map((value, index) => (
        <div key={index}>
          <Value of={value} type={type} />
        </div>
      ))}
      {more}
    </>
  );
}

// A GTIN, a GLN or an SSCC is not broken into two lines, and stays with its domain.
const wholeUpTo = 30;

export const isIdentifier = (value: JsonObject) =>
  typeof value['identifier'] === 'string' &&
  Object.keys(value).every((name) => name === 'identifier' || name === 'domain');

export function Identifier({ of }: { of: JsonObject }) {
  const domain = of['domain'];
  const identifier = text(of, 'identifier');
  const length = identifier.length + (typeof domain === 'string' ? domain.length + 1 : 0);
  return (
    <span className={length <= wholeUpTo ? 'whole' : undefined}>
      {typeof domain === 'string' && <span className="dim">{domain} </span>}
      {identifier}
    </span>
  );
}

export function ValueFacts(props: { members: [string, Json][]; type: string | undefined }) {
  const { field } = useTexts();
  const { shown, more } = usePortions(props.members, membersAtATime);
  const facts = (
    <Facts
      of={shown.map(([name, value]) => [
        field(name),
        <Value key={name} of={value} type={typeOfField(props.type, name)} />,
        isWide(value),
      ])}
    />
  );
  return more ? (
    <>
      {facts}
      {more}
    </>
  ) : (
    facts
  );
}

const longText = 80;

function isWide(value: Json): boolean {
  if (typeof value === 'string') return value.length > longText;
  if (isList(value)) return value.some((one) => isObject(one) && !isIdentifier(one));
  return isObject(value) && Object.values(value).some((one) => isObject(one) || isList(one));
}

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

const membersOnLetter = ['name', 'postalAddress', 'identifiers', 'contacts'];

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
  const rest = membersOf(party, 'Party').filter(([name]) => !membersOnLetter.includes(name));
  return (
    <div className="party">
      {role !== undefined && <h2>{role}</h2>}
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

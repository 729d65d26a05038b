import { Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { Facts } from '../parts/facts';
import { More, usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { Marked, useMarks } from './marked';
import { isEmpty, isList, isObject, isParty, typeOfField, type JsonObject } from './model';
import { lineOf } from './sentences';

/** A link is made only of an address that a browser fetches safely. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text);

interface OfMember {
  of: JsonObject | Json[];
  name: string;
  value: Json;
  type: string | undefined;
}

/** Shows a member of an object or a list, and marks its faults. */
export function Member({ of, name, value, type }: OfMember): ReactNode {
  const texts = useTexts();
  const marks = useMarks();
  const hasParts =
    (isList(value) || (isObject(value) && !isIdentifier(value))) && lineOf(value, type, texts) === undefined;
  return (
    <Marked marks={hasParts ? marks.here(of, name) : marks.within(of, name)} isBlock={hasParts}>
      <Value of={value} type={type} />
    </Marked>
  );
}

/** Shows any value in the form of its type. */
export function Value({ of, type }: { of: Json; type: string | undefined }): ReactNode {
  const texts = useTexts();
  const { t, date, moment, number } = texts;
  const line = lineOf(of, type, texts);
  if (line !== undefined) return line;
  if (of === null) return '–';
  if (typeof of === 'boolean') return of ? t.yes : t.no;
  if (of instanceof Exact) return number(of);
  if (isList(of)) return <ListValue of={of} type={type} />;
  if (isObject(of)) {
    if (isIdentifier(of)) return <Identifier of={of} />;
    if (isParty(type)) return <Party party={of} />;
    return <ValueFacts of={of} type={type} />;
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
          <Member of={of} name={String(index)} value={value} type={type} />
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

interface OfFacts {
  of: JsonObject;
  type: string | undefined;
  /** All members, if this is undefined. */
  members?: [string, Json][];
}

export function ValueFacts({ of, type, members }: OfFacts) {
  const { field } = useTexts();
  const marks = useMarks();
  const { shown, more } = usePortions(members ?? marks.membersOf(of, type), membersAtATime);
  const facts = (
    <Facts
      of={shown.map(([name, value]) => [
        field(name),
        <Member key={name} of={of} name={name} value={value} type={typeOfField(type, name)} />,
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
const indexed = (value: Json | undefined): [string, JsonObject][] =>
  isList(value)
    ? value.flatMap((one, index) =>
        isObject(one) ? [[String(index), one] as [string, JsonObject]] : [],
      )
    : [];

const membersOnLetter = ['name', 'postalAddress', 'identifiers', 'contacts'];

/** Shows a party as on a letter. */
export function Party({ role, party }: { role?: string; party: JsonObject }) {
  const { field } = useTexts();
  const marks = useMarks();
  const rest = marks
    .membersOf(party, 'Party')
    .filter(([name, value]) => !membersOnLetter.includes(name) || isEmpty(value));
  const { identifiers, contacts } = party;
  return (
    <div className="party">
      {role !== undefined && <h2>{role}</h2>}
      {text(party, 'name') !== '' && (
        <p>
          <Marked marks={marks.here(party, 'name')}>
            <strong>{text(party, 'name')}</strong>
          </Marked>
        </p>
      )}
      <Address party={party} />
      <Marked marks={isList(identifiers) ? marks.here(party, 'identifiers') : []} isBlock>
        {indexed(identifiers).map(
          ([index, identifier]) =>
            isIdentifier(identifier) && (
              <p key={index}>
                <Marked marks={marks.within(identifiers as Json[], index)}>
                  <Identifier of={identifier} />
                </Marked>
              </p>
            ),
        )}
      </Marked>
      <Marked marks={isList(contacts) ? marks.here(party, 'contacts') : []} isBlock>
        {indexed(contacts).map(([index, contact]) => (
          <p key={index} className="dim">
            <Marked marks={marks.within(contacts as Json[], index)}>
              {joined(contact, ['department', 'firstName', 'lastName', 'phone', 'mobile', 'email'])}
              {text(contact, 'fax') !== '' && ` ${field('fax')} ${text(contact, 'fax')}`}
            </Marked>
          </p>
        ))}
      </Marked>
      {rest.length > 0 && <ValueFacts of={party} members={rest} type="Party" />}
    </div>
  );
}

function Address({ party }: { party: JsonObject }): ReactNode {
  const marks = useMarks();
  const address = party['postalAddress'];
  if (!isObject(address) || isEmpty(address)) return null;
  const lines = [
    text(address, 'name') === text(party, 'name') ? '' : text(address, 'name'),
    text(address, 'street'),
    text(address, 'addressExtra'),
    joined(address, ['countryCode', 'postalCode', 'city', 'state']),
  ].filter((line) => line !== '');
  return (
    <Marked marks={marks.within(party, 'postalAddress')} isBlock>
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </Marked>
  );
}

import { Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { Facts } from '../parts/facts';
import { More, usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { isList, isObject, isParty, membersOf, typeOfField, type JsonObject } from './model';
import { Party } from './party';

/** A link is made only of an address that a browser fetches safely. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text);

/** Shows any value in the form of its type. */
export function Value({ of, type }: { of: Json; type: string | undefined }): ReactNode {
  const { t, date, moment, number } = useTexts();
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

export const isIdentifier = (value: JsonObject) =>
  typeof value['identifier'] === 'string' &&
  Object.keys(value).every((name) => name === 'identifier' || name === 'domain');

export function Identifier({ of }: { of: JsonObject }) {
  const domain = of['domain'];
  return (
    <>
      {typeof domain === 'string' && <span className="dim">{domain} </span>}
      {String(of['identifier'])}
    </>
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

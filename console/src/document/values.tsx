import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

import { Facts } from '../parts/facts';
import { useTexts } from '../texts/texts';
import { Exact, type Json } from './exact_json';
import { isList, isObject, isParty, membersOf, typeOfField, type JsonObject } from './model';
import { Party } from './party';

/** Only what a browser fetches by itself in safety becomes a link. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text);

/** Any value, as its type says. */
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
  return of;
}

function ListValue({ of, type }: { of: Json[]; type: string | undefined }) {
  return of.map((value, index) => (
    <div key={index}>
      <Value of={value} type={type} />
    </div>
  ));
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
  return (
    <Facts
      of={props.members.map(([name, value]) => [
        field(name),
        <Value key={name} of={value} type={typeOfField(props.type, name)} />,
        isWide(value),
      ])}
    />
  );
}

const longText = 80;

function isWide(value: Json): boolean {
  if (typeof value === 'string') return value.length > longText;
  if (isList(value)) return value.some((one) => isObject(one) && !isIdentifier(one));
  return isObject(value) && Object.values(value).some((one) => isObject(one) || isList(one));
}

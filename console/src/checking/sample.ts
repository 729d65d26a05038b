// A sample: a document of examples/ with the parties of the user, and a number that no other document has.
import { withValue } from '../correction/edits';
import { exactJson, writtenJson, type Json } from '../document/exact_json';
import { isList, isObject, valueAt } from '../document/model';

/** A document of a kind, and the roles of its sender and its recipient in their order. */
export interface Example {
  from: string[];
  to: string[];
  /** The path of its number in the content. */
  number: string;
  /** The body of a request that sends it. */
  text: string;
}

export interface PartyIdentifier {
  domain: string;
  identifier: string;
}

export interface PartyOfSample {
  name: string;
  identifiers: PartyIdentifier[];
}

/** An explicit address, which would take the place of the party. */
const isTechnical = (role: string) => role.startsWith('technical');

export interface OfSample {
  sender: PartyOfSample;
  recipient: PartyOfSample;
  number: string;
}

/** Returns the text of the example with its parties and its number replaced. */
export function sampleOf(example: Example, { sender, recipient, number }: OfSample): string {
  let body = exactJson(example.text) as Json;
  const put = (role: string, party: PartyOfSample) => {
    const path = ['content', 'header', role];
    if (isTechnical(role)) body = withValue(body, path, undefined) ?? {};
    else if (isObject(valueAt(body, path.join('.')))) {
      body = withValue(body, [...path, 'name'], party.name) ?? {};
      const identifiers = party.identifiers.map(({ identifier, domain }) => ({ identifier, domain }));
      body = withValue(body, [...path, 'identifiers'], identifiers) ?? {};
    }
  };
  for (const role of example.from) put(role, sender);
  for (const role of example.to) put(role, recipient);
  return writtenJson(withValue(body, ['content', ...example.number.split('.')], number) ?? {});
}

/** Returns the identifiers of the first party of a document that has one of the roles. */
export function identifiersIn(content: unknown, roles: readonly string[]): PartyIdentifier[] {
  for (const role of roles) {
    if (isTechnical(role)) continue;
    const identifiers = valueAt(content, `header.${role}.identifiers`);
    const found = isList(identifiers) ? identifiers.flatMap(identifierIn) : [];
    if (found.length > 0) return found;
  }
  return [];
}

// The sender's internal number of a partner is the number of another one for others.
function identifierIn(of: Json): PartyIdentifier[] {
  const { domain, identifier } = isObject(of) ? of : {};
  const isUsable = typeof domain === 'string' && typeof identifier === 'string' && domain !== 'SENDER_INTERNAL';
  return isUsable ? [{ domain, identifier }] : [];
}

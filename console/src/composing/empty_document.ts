// A new document that has only its parties and its date.
import type { Example, PartyOfSample } from '../checking/sample';
import type { Json } from '../document/exact_json';
import { declaredType, linesOf, model, typeOfField, typeOfKind, type JsonObject } from '../document/model';

interface OfDocument {
  kind: string;
  example: Pick<Example, 'from' | 'to'>;
  sender: PartyOfSample;
  recipient: PartyOfSample;
  now: string;
}

// An explicit address is needed only if the party does not lead to the recipient.
const firstParty = (roles: string[]) => roles.find((role) => !role.startsWith('technical'));

const partyOf = ({ name, identifiers }: PartyOfSample): JsonObject => ({
  name,
  identifiers: identifiers.map(({ domain, identifier }) => ({ domain, identifier })),
});

/** Returns the content of a document of the kind, for example of an order without items. */
export function emptyDocument({ kind, example, sender, recipient, now }: OfDocument): Json {
  const header: JsonObject = {};
  const date = model.kinds[kind]?.date.split('.').pop();
  if (date !== undefined) header[date] = now;
  const [from, to] = [firstParty(example.from), firstParty(example.to)];
  if (from !== undefined) header[from] = partyOf(sender);
  if (to !== undefined) header[to] = partyOf(recipient);
  const lines = linesOf(kind) ?? 'items';
  // Goods of a shipment are in a transport unit.
  const hasUnits = declaredType(typeOfField(typeOfKind(kind), lines), 'items') !== undefined;
  return { header, [lines]: hasUnits ? [{ items: [] }] : [] };
}

// Where reading and JSON Schema differ by decision. Each row must be seen in a run, or it has gone false.
//   fault       a fault that the reader names and the schema does not: is it this one?
//   schema      a path that the schema names and the reader does not: is it this one?
//   unreadable  a body that is refused whole, though JavaScript parses it: is it for this?
//   due         the paths at which the reader must speak, so that a rule can't fall silent either; said only where what
//               the rule looks at is well-formed
// Each is asked with the case: {document, body, text}; `document` with its tokens kept, `body` as JSON.parse has it.
import { exactly, hasTooManyDigits, isRead } from './exact_number.mjs';
import { isNumber, tokenOf, valueAt } from './json_text.mjs';
import { sitesOf } from './model.mjs';

const endsWith = (fault, word) => fault.code.endsWith(`.${word}`);
const responseType = ({ body }) => body.content?.header?.type ?? null;
const parentOf = (path) => path.slice(0, path.lastIndexOf('.'));

function numberAt(theCase, path) {
  const value = theCase.document && valueAt(theCase.document, path);
  return isNumber(value) ? exactly(tokenOf(value)) : null;
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isAbsent = (value) => (value ?? null) === null;
// An element of null is no element, 4.3.
const isEmpty = (value) => isAbsent(value) || (Array.isArray(value) && value.every(isAbsent));
const holdsObjects = (value) => Array.isArray(value) && value.some(isObject);

// The order response, if it is one of this type: {header, items}.
function responseOf({ body }, type) {
  if (body?.type !== 'ORDER_RESPONSE' || !isObject(body.content?.header)) return null;
  return (body.content.header.type ?? null) === type ? body.content : null;
}

function itemsDue(theCase, type) {
  return holdsObjects(responseOf(theCase, type)?.items) ? ['content.items'] : [];
}

// The sites in the body as JavaScript has it, where `isDue` says so.
function sitesDue({ body }, isDue) {
  return isObject(body)
    ? sitesOf(body)
        .filter(isDue)
        .map(({ path }) => path)
    : [];
}

function openQuantityDue(theCase, isDue) {
  if (theCase.body?.type !== 'SHIPPING_NOTICE') return [];
  return sitesDue(theCase, ({ object, field, path }) => {
    if (field.name !== 'openQuantityAction') return false;
    const [ordered, shipped] = ['ordered', 'shipped'].map((what) =>
      numberAt(theCase, `${parentOf(path)}.${what}Quantity`),
    );
    return isRead(ordered) && isRead(shipped) && isDue(ordered.value === shipped.value, isAbsent(object[field.name]));
  });
}

const isItemIdentifiers = /\.items\.\d+\.(?:subItems\.\d+\.)*identifiers$/;
const blank = (text) => typeof text !== 'string' || text.trim() === '';

export const differences = [
  {
    decision: '4.3',
    says: 'a number has up to 40 digits; JavaScript rounds',
    fault: (fault, theCase) => endsWith(fault, 'too_many_digits') && hasTooManyDigits(numberAt(theCase, fault.path)),
  },
  {
    decision: '4.3',
    says: 'an exponent is at most 308 either way; JavaScript rounds to 0',
    fault: (fault, theCase) => endsWith(fault, 'out_of_range') && numberAt(theCase, fault.path)?.inRange === false,
  },
  {
    decision: '4.3',
    says: 'an integer fits 64 bits; JavaScript rounds to one that does',
    fault: (fault, theCase) => {
      const number = numberAt(theCase, fault.path);
      return endsWith(fault, 'out_of_range') && number.inRange && number.whole && !number.in64Bits;
    },
  },
  {
    decision: '4.3',
    says: 'an integer has no fraction; JavaScript rounds it away',
    fault: (fault, theCase) => endsWith(fault, 'not_whole') && numberAt(theCase, fault.path)?.whole === false,
  },

  {
    decision: '4.4',
    says: 'an order response of type REJECT carries no items',
    due: (theCase) => itemsDue(theCase, 'REJECT'),
    fault: (fault, theCase) => fault.code === 'order_response.items.prohibited' && responseType(theCase) === 'REJECT',
  },
  {
    decision: '4.4',
    says: 'an order response without a type carries no items',
    due: (theCase) => itemsDue(theCase, null),
    fault: (fault, theCase) => fault.code === 'order_response.items.prohibited' && responseType(theCase) === null,
  },
  {
    decision: '4.4',
    says: 'an order response of type CHANGE carries at least one item',
    due: (theCase) => {
      const change = responseOf(theCase, 'CHANGE');
      return change && isEmpty(change.items) ? ['content.items'] : [];
    },
    fault: (fault, theCase) => fault.code === 'order_response.items.missing' && responseType(theCase) === 'CHANGE',
  },
  {
    decision: 'contract 4.4 rule 2',
    says: 'no confirmedDeliveryDate on a REJECT, in the header',
    due: (theCase) =>
      isAbsent(responseOf(theCase, 'REJECT')?.header.confirmedDeliveryDate)
        ? []
        : ['content.header.confirmedDeliveryDate'],
    fault: (fault, theCase) =>
      endsWith(fault, 'prohibited') &&
      fault.path === 'content.header.confirmedDeliveryDate' &&
      responseType(theCase) === 'REJECT',
  },
  {
    decision: 'contract 4.4 rule 2',
    says: 'no confirmedDeliveryDate on a REJECT, in an item',
    due: (theCase) =>
      responseOf(theCase, 'REJECT')
        ? sitesDue(
            theCase,
            ({ owner, object, field }) =>
              owner === 'OrderResponseItem' && field.name === 'confirmedDeliveryDate' && !isAbsent(object[field.name]),
          )
        : [],
    fault: (fault, theCase) =>
      endsWith(fault, 'prohibited') &&
      /^content\.items\.\d+\.confirmedDeliveryDate$/.test(fault.path) &&
      responseType(theCase) === 'REJECT',
  },
  {
    decision: '4.4',
    says: 'a modification needs percentage or amount',
    due: (theCase) =>
      sitesDue(
        theCase,
        ({ owner, object, field }) =>
          owner === 'Modification' && field.name === 'amount' && isAbsent(object.percentage) && isAbsent(object.amount),
      ).map(parentOf),
    fault: (fault, { body }) =>
      endsWith(fault, 'needs_percentage_or_amount') &&
      (({ percentage, amount }) => (percentage ?? amount ?? null) === null)(valueAt(body, fault.path)),
  },
  {
    decision: '4.4',
    says: 'an invoice with modificationGroups needs a summary',
    due: (theCase) =>
      theCase.body?.type === 'INVOICE' &&
      isAbsent(theCase.body.content?.summary) &&
      sitesDue(
        theCase,
        ({ object, field, path }) =>
          /^content\.items\.\d+\.modificationGroups$/.test(path) && holdsObjects(object[field.name]),
      ).length > 0
        ? ['content.summary']
        : [],
    fault: (fault, { body }) => fault.code === 'invoice.summary.missing' && (body.content.summary ?? null) === null,
  },
  {
    decision: '4.4',
    says: 'openQuantityAction is required where the quantities differ',
    due: (theCase) => openQuantityDue(theCase, (equal, absent) => !equal && absent),
    fault: (fault, { body }) => body.type === 'SHIPPING_NOTICE' && endsWith(fault, 'openQuantityAction.missing'),
  },
  {
    decision: '4.4',
    says: 'openQuantityAction is prohibited where the quantities are equal',
    due: (theCase) => openQuantityDue(theCase, (equal, absent) => equal && !absent),
    fault: (fault, { body }) => body.type === 'SHIPPING_NOTICE' && endsWith(fault, 'openQuantityAction.prohibited'),
  },
  {
    decision: '4.4',
    says: 'a transport unit without inner units needs items',
    due: (theCase) =>
      sitesDue(
        theCase,
        ({ owner, object, field }) =>
          owner.endsWith('TransportUnit') &&
          field.name === 'items' &&
          isEmpty(object.items) &&
          isEmpty(object.transportUnits),
      ),
    fault: (fault, { body }) =>
      endsWith(fault, 'items.missing') &&
      /\.transportUnits\.\d+\.items$/.test(fault.path) &&
      isEmpty(valueAt(body, parentOf(fault.path)).transportUnits),
  },
  {
    decision: '4.4',
    says: 'no transportLabel in a unit of any kind, also one that has no such field',
    due: (theCase) =>
      sitesDue(
        theCase,
        ({ owner, object, field }) =>
          owner === 'ReceivalNoticeTransportUnit' && field.name === 'items' && !isAbsent(object.transportLabel),
      ).map((path) => `${parentOf(path)}.transportLabel`),
    fault: (fault, { body }) => body.type === 'RECEIVAL_NOTICE' && endsWith(fault, 'transportLabel.read_only'),
  },
  {
    decision: '4.4',
    says: 'an identifier counts for rule 5 only if it is not empty',
    due: (theCase) =>
      sitesDue(
        theCase,
        ({ object, field }) =>
          field.base === 'ItemIdentifier' &&
          field.required &&
          holdsObjects(object[field.name]) &&
          object[field.name].every(
            (element) => isObject(element) && (isAbsent(element.identifier) || element.identifier === ''),
          ),
      ),
    fault: (fault, { body }) =>
      endsWith(fault, 'identifiers.blank') &&
      isItemIdentifiers.test(fault.path) &&
      valueAt(body, fault.path).every((element) => blank(element?.identifier)),
  },

  {
    decision: '4.1',
    says: 'what is of no known kind is not read as one',
    schema: (path, { body }, faults) =>
      path.startsWith('content.') && faults.some((fault) => fault.path === 'type') && typeof body === 'object',
  },

  {
    decision: '4.3',
    says: 'a name twice in one object; JavaScript takes the last',
    unreadable: (code) => code === 'name_twice',
  },
  { decision: '4.3', says: 'lone surrogates', unreadable: (code) => code === 'lone_surrogate' },
  {
    decision: '4.3',
    says: 'nesting over 64 levels',
    unreadable: (code, { text }) => code === 'nested_too_deep' && depthOf(text) > 64,
  },
  {
    decision: '4.3',
    says: 'a number beyond 40 digits or an exponent of 308 in an unknown field',
    unreadable: (code) => code === 'number_too_long',
  },
];

// Of the text, for of a name that stands twice JSON.parse keeps one value alone.
function depthOf(text) {
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (mark === '{' || mark === '[') deepest = Math.max(deepest, ++depth);
    if (mark === '}' || mark === ']') --depth;
  }
  return deepest;
}

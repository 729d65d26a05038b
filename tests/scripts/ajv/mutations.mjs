// What is done to a document. Each mutation is a class of its own, counted as one test:
//   expects  what a good document becomes by it alone: `fault` at the place that was changed, `fine`, or `open` where a
//            rule over several fields decides
//   at       the sites where it can be made (model.mjs); `change` makes it, and may return another path of the fault
//   whole    made to the document as a whole instead; `text`: to its written form
import { copyOf, raw } from './json_text.mjs';
import { smallest } from './model.mjs';
import * as values from './values.mjs';

const put = (list) => (site, random) => set(site, copyOf(random.pick(list)));

function set(site, value) {
  site.object[site.field.name] = value;
}

const valueOf = (site) => site.object[site.field.name];
const isFilledList = (site) => site.field.list && Array.isArray(valueOf(site)) && valueOf(site).length > 0;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// A site of one scalar of these shapes, whether it is there or not: putting it in is a mutation as good as changing it.
const scalar =
  (...shapes) =>
  (site) =>
    !site.field.list && shapes.includes(site.field.shape);
const isRequiredText = (site) => site.field.isText && site.field.required;

// Rules over several fields look at these; what becomes of a document that loses one is not for a single field to say.
const ruled = new Set([
  'openQuantityAction',
  'orderedQuantity',
  'shippedQuantity',
  'percentage',
  'amount',
  'items',
  'transportUnits',
  'summary',
  'confirmedDeliveryDate',
  'identifier',
  'type',
  'modificationGroups',
]);
const isRuled = (site) => ruled.has(site.field.name);

// Not filled by the exchange, and not bounded in its depth.
const isWritten = (site) => !site.field.readOnly && site.field.depthMax === 0;

const removals = [
  {
    name: 'a required field removed',
    expects: 'fault',
    weight: 2,
    at: (site) => site.present && site.field.required,
    change: (site) => {
      delete site.object[site.field.name];
    },
  },
  {
    name: 'null for a required field',
    expects: 'fault',
    weight: 2,
    at: (site) => site.field.required,
    change: (site) => set(site, null),
  },
  {
    name: 'an optional field removed',
    expects: 'fine',
    at: (site) => site.present && !site.field.required && !isRuled(site),
    change: (site) => {
      delete site.object[site.field.name];
    },
  },
  {
    name: 'null for an optional field',
    expects: 'fine',
    at: (site) => !site.field.required && !isRuled(site),
    change: (site) => set(site, null),
  },
  {
    name: 'a field that rules ask for removed or null',
    expects: 'open',
    at: (site) => !site.field.required && isRuled(site),
    change: (site, random) => (random.chance(0.5) ? set(site, null) : delete site.object[site.field.name]),
  },
  {
    name: 'an absent field put in',
    expects: 'fine',
    at: (site) => !site.present && !isRuled(site) && isWritten(site),
    change: (site) => set(site, smallest(site.field)),
  },
];

const { text, numeral, number, yes, no, object, emptyObject, list, emptyList } = values.wrongValues;
const ofWrongType = (name, at, wrong) => ({
  name: `${name} of a wrong type`,
  expects: 'fault',
  at,
  change: (site, random) => set(site, random.pick(wrong)()),
});

const misplaced = [
  ofWrongType('a text', (site) => site.field.isText, [number, yes, no, object, emptyObject, list, emptyList]),
  ofWrongType('a number', scalar('number'), [text, numeral, yes, no, object, emptyObject, list, emptyList]),
  ofWrongType('an integer', scalar('integer'), [text, numeral, yes, no, object, emptyObject, list, emptyList]),
  ofWrongType('a boolean', scalar('boolean'), [
    text,
    numeral,
    number,
    object,
    emptyObject,
    list,
    emptyList,
    () => raw('0'),
    () => raw('1'),
    () => 'true',
  ]),
  ofWrongType('a date', scalar('date', 'datetime'), [number, yes, no, object, emptyObject, list, emptyList]),
  ofWrongType('a code', scalar('enum', 'currency', 'country'), [number, yes, no, object, emptyObject, list, emptyList]),
  ofWrongType('an object', scalar('object'), [text, numeral, number, yes, no, list, emptyList]),
  ofWrongType('a list', (site) => site.field.list, [text, numeral, number, yes, no, object, emptyObject]),
  {
    name: 'the one element without its list',
    expects: 'fault',
    at: isFilledList,
    change: (site) => set(site, valueOf(site)[0]),
  },
  {
    name: 'a list around the one object',
    expects: 'fault',
    at: (site) => scalar('object')(site) && isObject(valueOf(site)),
    change: (site) => set(site, [valueOf(site)]),
  },
  {
    name: 'null in a list',
    expects: 'open',
    at: isFilledList,
    change: (site, random) => putElement(site, random, null),
  },
  {
    name: 'null alone in a list',
    expects: 'open',
    at: isFilledList,
    change: (site) => set(site, [null]),
  },
  {
    name: 'an element of a wrong type',
    expects: 'fault',
    weight: 2,
    at: isFilledList,
    change: (site, random) => putElement(site, random, random.pick([text, number, yes, list, emptyList])()),
  },
];

function putElement(site, random, value) {
  const index = random.below(valueOf(site).length);
  valueOf(site)[index] = value;
  return `${site.path}.${index}`;
}

const fillings = ['x', 'ä', '€', '🍺'];

const escapes = ['\\u00fc', '\\ud83c\\udf7a', '\\"'];

function longText(random, length) {
  if (random.chance(0.2)) return raw(`"${random.pick(escapes).repeat(length)}"`);
  return random.pick(fillings).repeat(length);
}

const isShort = (site) => site.field.lengthMax <= 255;
const length = (name, expects, weight, at, change) => ({
  name,
  expects,
  weight,
  at: (site) => site.field.isText && at(site),
  change,
});
const isFree = (site) => site.field.shape === 'string';

const texts = [
  length(
    'a text at its limit',
    'fine',
    1,
    (site) => isFree(site) && isShort(site),
    (site, random) => set(site, longText(random, site.field.lengthMax)),
  ),
  length('a text one too long', 'fault', 1, isShort, (site, random) =>
    set(site, longText(random, site.field.lengthMax + 1)),
  ),
  length(
    'a long text at its limit',
    'fine',
    0.015,
    (site) => isFree(site) && !isShort(site),
    (site, random) => set(site, longText(random, site.field.lengthMax)),
  ),
  length(
    'a long text one too long',
    'fault',
    0.015,
    (site) => !isShort(site),
    (site, random) => set(site, longText(random, site.field.lengthMax + 1)),
  ),
  { name: 'a blank required text', expects: 'fault', weight: 2, at: isRequiredText, change: put(values.blanks) },
  { name: 'a required text that is nearly blank', expects: 'fine', at: isRequiredText, change: put(values.notBlanks) },
  {
    name: 'a blank optional text',
    expects: 'fine',
    at: (site) => site.field.isText && !site.field.required && !isRuled(site),
    change: put(values.blanks),
  },
  {
    name: 'a text in escapes',
    expects: 'fine',
    at: (site) => site.field.isText,
    change: (site, random) => set(site, raw(random.pick(values.escapedTexts))),
  },
  { name: 'an odd e-mail address', expects: 'fine', at: scalar('email'), change: put(values.oddEmails) },
  { name: 'an odd URI', expects: 'fine', at: scalar('uri'), change: put(values.oddUris) },
];

const isOrigin = (site) => site.field.name === 'originCountryCode';

const codes = [
  {
    name: 'an unknown value of an enum',
    expects: 'fault',
    at: scalar('enum'),
    change: put(['', ' ', 'SONSTIGES', 'null', '0', 'ACCEPT\n', 'ÄÖÜ']),
  },
  {
    name: 'a value of an enum in lower case',
    expects: 'fault',
    at: scalar('enum'),
    change: (site, random) => set(site, random.pick(site.field.values).toLowerCase()),
  },
  {
    name: 'a value of an enum with white space',
    expects: 'fault',
    at: scalar('enum'),
    change: (site, random) =>
      set(site, random.pick([' *', '* ', '*\t', '\u00a0*']).replace('*', random.pick(site.field.values))),
  },
  {
    name: 'any value of an enum',
    expects: 'fine',
    at: (site) => scalar('enum')(site) && !isRuled(site),
    change: (site, random) => set(site, random.pick(site.field.values)),
  },
  { name: 'a bad currency', expects: 'fault', at: scalar('currency'), change: put(values.currencies.bad) },
  { name: 'a good currency', expects: 'fine', at: scalar('currency'), change: put(values.currencies.good) },
  {
    name: 'a bad country code',
    expects: 'fault',
    at: (site) => scalar('country')(site) && !isOrigin(site),
    change: put(values.countries.bad),
  },
  { name: 'a good country code', expects: 'fine', at: scalar('country'), change: put(values.countries.good) },
  { name: 'an odd country of origin', expects: 'fine', at: isOrigin, change: put(values.countries.bad) },
];

const dates = [
  {
    name: 'a bad date or time',
    expects: 'fault',
    weight: 3,
    at: scalar('datetime'),
    change: put(values.datetimes.bad),
  },
  {
    name: 'a good date or time',
    expects: 'fine',
    weight: 2,
    at: scalar('datetime'),
    change: put(values.datetimes.good),
  },
  { name: 'a bad date', expects: 'fault', weight: 2, at: scalar('date'), change: put(values.dates.bad) },
  { name: 'a good date', expects: 'fine', at: scalar('date'), change: put(values.dates.good) },
  {
    name: 'a date in escapes',
    expects: 'fine',
    at: scalar('date', 'datetime'),
    change: (site) => set(site, raw('"\\u0032026-03\\u002d02"')),
  },
];

const token = (list) => (site, random) => set(site, raw(random.pick(list)));
const isFreeNumber = (site) => scalar('number')(site) && !isRuled(site);

const numbers = [
  {
    name: 'a whole number in many forms',
    expects: 'fine',
    weight: 2,
    at: scalar('integer'),
    change: token(values.wholeNumbers.good),
  },
  {
    name: 'no whole number',
    expects: 'fault',
    weight: 2,
    at: scalar('integer'),
    change: token(values.wholeNumbers.bad),
  },
  {
    name: 'a whole number beyond doubles',
    expects: 'open',
    weight: 2,
    at: scalar('integer'),
    change: token(values.wholeNumbers.beyondDoubles),
  },
  { name: 'a number in many forms', expects: 'fine', weight: 2, at: isFreeNumber, change: token(values.numbers.good) },
  { name: 'a number out of range', expects: 'fault', at: scalar('number'), change: token(values.numbers.bad) },
  {
    name: 'a number beyond doubles',
    expects: 'open',
    weight: 2,
    at: scalar('number'),
    change: token(values.numbers.beyondDoubles),
  },
];

const lists = [
  {
    name: 'an empty list where one is needed',
    expects: 'fault',
    weight: 2,
    at: (site) => site.field.list && site.field.itemsMin > 0,
    change: (site) => set(site, []),
  },
  {
    name: 'an empty list where none is needed',
    expects: 'fine',
    at: (site) => site.field.list && site.field.itemsMin === 0 && !isRuled(site) && isWritten(site),
    change: (site) => set(site, []),
  },
  {
    name: 'an empty list that rules ask for',
    expects: 'open',
    at: (site) => site.field.list && site.field.itemsMin === 0 && isRuled(site),
    change: (site) => set(site, []),
  },
  {
    name: 'an element twice',
    expects: 'fine',
    at: isFilledList,
    change: (site, random) => valueOf(site).push(copyOf(random.pick(valueOf(site)))) && undefined,
  },
  {
    name: 'an element many times',
    expects: 'fine',
    weight: 0.05,
    at: isFilledList,
    change: (site) =>
      set(
        site,
        Array.from({ length: 12 }, () => copyOf(valueOf(site)[0])),
      ),
  },
  {
    name: 'an empty object in a list',
    expects: 'open',
    at: (site) => isFilledList(site) && site.field.shape === 'object',
    change: (site) => valueOf(site).push({}) && undefined,
  },
  {
    name: 'nested to its depth, and deeper',
    expects: 'open',
    weight: 2,
    at: (site) => site.field.depthMax > 0,
    change: nest,
  },
];

// The list stands inside itself, from once to two levels more than it may.
function nest(site, random) {
  const name = site.field.name;
  const innermost = copyOf(site.object);
  delete innermost[name];
  let inner = innermost;
  for (let level = random.below(site.field.depthMax + 2); level > 0; --level)
    inner = { ...copyOf(innermost), [name]: [inner] };
  set(site, [inner]);
}

const rules = [
  {
    name: 'another type of response',
    expects: 'open',
    weight: 3,
    at: (site) => site.owner === 'OrderResponseHeader' && site.field.name === 'type',
    change: put(['REJECT', 'REJECT', 'CHANGE', 'ACCEPT', null]),
  },
  {
    name: 'a confirmed delivery date',
    expects: 'open',
    at: (site) => site.field.name === 'confirmedDeliveryDate',
    change: put(['2026-03-06', '2026-03-06T07:30+01:00']),
  },
  {
    name: 'a modification without percentage and amount',
    expects: 'open',
    at: (site) => site.owner === 'Modification' && site.field.name === 'amount',
    change: (site, random) => {
      for (const name of ['percentage', 'amount'])
        random.chance(0.5) ? delete site.object[name] : (site.object[name] = null);
    },
  },
  {
    name: 'a group of modifications put in',
    expects: 'open',
    at: (site) => site.field.name === 'modificationGroups',
    change: (site) => set(site, [{ modifications: [{ type: 'ALLOWANCE', percentage: raw('2.0') }] }]),
  },
  {
    name: 'an action for the open quantity',
    expects: 'open',
    at: (site) => site.field.name === 'openQuantityAction',
    change: put(['DISCARDED', 'DELIVERED_LATER', null]),
  },
  {
    name: 'another quantity shipped',
    expects: 'open',
    at: (site) => site.field.name === 'shippedQuantity',
    change: token(['40', '40.00', '4e1', '0.4e2', '39.99', '0', '-0']),
  },
  {
    name: 'another quantity ordered',
    expects: 'open',
    at: (site) => site.field.name === 'orderedQuantity',
    change: token(['40', '40.0', '400e-1', '0', '0.0', '12']),
  },
  {
    name: 'a transport unit without anything',
    expects: 'open',
    at: (site) => site.owner.endsWith('TransportUnit') && site.field.name === 'items',
    change: (site, random) => {
      for (const name of ['items', 'transportUnits'])
        if (name in site.object) site.object[name] = random.pick([null, []]);
    },
  },
  {
    name: 'item identifiers that say nothing',
    expects: 'open',
    weight: 2,
    at: (site) => site.field.base === 'ItemIdentifier',
    change: (site, random) =>
      set(
        site,
        random.pick([
          [{}],
          [{ identifier: '' }],
          [{ identifier: null, domain: 'GS1' }],
          [{ domain: 'BUYER' }, { identifier: '' }],
          [{ identifier: '' }, { identifier: '1' }],
        ]),
      ),
  },
  {
    name: 'a transport label',
    expects: 'fault',
    at: (site) => site.field.readOnly,
    change: put([
      {},
      { sscc: '395210010002089312' },
      'x',
      [],
      false,
      raw('0'),
      { zplUrl: 'https://muehlenbrink.example/0.zpl', pdfUrl: null },
    ]),
  },
  {
    name: 'a transport label where none is known',
    expects: 'open',
    weight: 2,
    at: (site) => site.owner === 'ReceivalNoticeTransportUnit' && site.field.name === 'items',
    change: (site, random) => {
      site.object.transportLabel = random.pick([{}, { sscc: '395210010002089312' }, 'x', false, null]);
    },
  },
  {
    name: 'null for a transport label',
    expects: 'fine',
    at: (site) => site.field.readOnly,
    change: (site) => set(site, null),
  },
  {
    name: 'a GS1 number with a wrong check digit',
    expects: 'fine',
    at: (site) => ['identifier', 'gtin', 'unitIdentifier'].includes(site.field.name),
    change: put(['9521001010010', '9521001000001', '395210010002089310', '12345678']),
  },
];

/** Mutations of single fields. */
export const fieldMutations = [...removals, ...misplaced, ...texts, ...codes, ...dates, ...numbers, ...lists, ...rules];

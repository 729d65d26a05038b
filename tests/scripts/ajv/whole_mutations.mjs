// Mutations of a document as a whole, of the fields that nobody knows, and of the written text. See mutations.mjs.
import { raw, sameNameAgain } from './json_text.mjs';
import { kinds, sitesOf } from './model.mjs';
import * as values from './values.mjs';

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// Any object of the document, one that nobody knows too.
function anyObject(document, random) {
  const objects = [];
  const walk = (value) => {
    if (isObject(value)) objects.push(value);
    if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  walk(document);
  return random.pick(objects);
}

function anySite(document, random) {
  const sites = sitesOf(document).filter((site) => !site.field.readOnly);
  return sites.length > 0 ? random.pick(sites) : { object: document, field: { name: 'content' } };
}

const unknownNames = [
  'x_hansen',
  'Items',
  'HEADER',
  ' items',
  'ｉtems',
  'a.b',
  '0',
  '',
  'toString',
  'constructor',
  'äöü',
  'quantity ',
  'ite\u0000ms',
  '🍺',
];
const unknownValues = () => [
  'x',
  '',
  raw('0.50'),
  true,
  null,
  {},
  [],
  [[1, [2]], { a: { b: [null] } }],
  { items: [{ quantity: 'x' }], '': null },
  raw('1.5e-300'),
  raw(`[${'9'.repeat(40)}]`),
  raw('"\\ud83c\\udf7a"'),
];

const unknown = [
  {
    name: 'an unknown field',
    expects: 'fine',
    weight: 3,
    whole: (document, random) => {
      anyObject(document, random)[random.pick(unknownNames)] = random.pick(unknownValues());
    },
  },
  {
    name: 'a field named __proto__',
    expects: 'fine',
    whole: (document, random) => {
      anyObject(document, random)[sameNameAgain('__proto__')] = random.pick(['x', null, { type: 'ORDER' }]);
    },
  },
  {
    name: 'an unknown field nested deep',
    expects: 'open',
    weight: 0.5,
    whole: (document, random) => {
      document.content = { ...document.content, x_deep: raw(nested(random, random.pick([30, 61, 62, 63, 64, 200]))) };
    },
  },
];

function nested(random, levels) {
  return random.chance(0.5)
    ? '['.repeat(levels) + ']'.repeat(levels)
    : '{"a":'.repeat(levels) + '0' + '}'.repeat(levels);
}

const envelope = [
  {
    name: 'an unknown kind',
    expects: 'fault',
    path: 'type',
    weight: 0.5,
    whole: (document, random) => {
      document.type = random.pick(['', 'order', 'ORDERS', 'PURCHASE_ORDER', ' ORDER', 'ORDER\n']);
    },
  },
  {
    name: 'a kind of a wrong type, or none',
    expects: 'fault',
    path: 'type',
    weight: 0.5,
    whole: (document, random) => {
      document.type = random.pick([null, undefined, raw('220'), true, ['ORDER'], { kind: 'ORDER' }]);
    },
  },
  {
    name: 'the content of another kind',
    expects: 'open',
    weight: 0.5,
    whole: (document, random) => {
      document.type = random.pick(kinds);
    },
  },
  {
    name: 'no content',
    expects: 'fault',
    path: 'content',
    weight: 0.5,
    whole: (document, random) => {
      document.content = random.pick([null, undefined]);
    },
  },
  {
    name: 'content of a wrong type',
    expects: 'fault',
    path: 'content',
    weight: 0.5,
    whole: (document, random) => {
      document.content = random.pick(['x', raw('1'), true, [], [document.content], JSON.stringify({})]);
    },
  },
  {
    name: 'the body in another order',
    expects: 'fine',
    weight: 0.5,
    whole: (document) => {
      const { type, content } = document;
      delete document.type;
      delete document.content;
      Object.assign(document, { content, type });
    },
  },
];

const brokenTokens = [
  {
    name: 'a broken number',
    expects: 'unreadable',
    whole: (document, random) => breakToken(document, random, values.brokenNumbers),
  },
  {
    name: 'a broken text',
    expects: 'unreadable',
    whole: (document, random) => breakToken(document, random, values.brokenStrings),
  },
  {
    name: 'a broken word',
    expects: 'unreadable',
    whole: (document, random) => breakToken(document, random, values.brokenWords),
  },
  {
    name: 'a lone surrogate',
    expects: 'open',
    whole: (document, random) => breakToken(document, random, values.loneSurrogates),
  },
  {
    name: 'a lone surrogate in a name',
    expects: 'open',
    whole: (document, random) => {
      anyObject(document, random)['\ud83c'] = 'x';
    },
  },
  {
    name: 'a name twice',
    expects: 'open',
    whole: (document, random) => {
      const object = anyObject(document, random);
      const [name = 'x_new'] = [random.pick(Object.keys(object))].filter((known) => known !== undefined);
      object[name] ??= null;
      object[sameNameAgain(name)] = random.pick(['x', null, {}]);
    },
  },
  {
    name: 'a number out of range in an unknown field',
    expects: 'open',
    whole: (document, random) => {
      anyObject(document, random).x_number = raw(random.pick([...values.numbers.bad, ...values.numbers.beyondDoubles]));
    },
  },
];

// In a known field, or in one that nobody knows: reading must be as strict in both.
function breakToken(document, random, tokens) {
  if (random.chance(0.3)) {
    anyObject(document, random).x_broken = raw(random.pick(tokens));
  } else {
    const site = anySite(document, random);
    site.object[site.field.name] = raw(random.pick(tokens));
  }
}

// The place of one of the marks of JSON's own grammar, not of one inside a text.
function anyMark(text, random, marks) {
  const places = [];
  for (const found of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g))
    if (marks.includes(found[0])) places.push(found.index);
  return random.pick(places);
}

const insert = (text, at, inserted) => text.slice(0, at) + inserted + text.slice(at);

const brokenTexts = [
  { name: 'cut off', expects: 'unreadable', text: (text, random) => text.slice(0, 1 + random.below(text.length - 1)) },
  {
    name: 'something after the value',
    expects: 'unreadable',
    text: (text, random) => text + random.pick(['}', '{}', ',', ' x', ' null', '\u0000', ' /* x */']),
  },
  {
    name: 'something before the value',
    expects: 'unreadable',
    text: (text, random) => random.pick(['\ufeff', 'x', ',', '\u00a0', '{']) + text,
  },
  {
    name: 'a comma too many',
    expects: 'unreadable',
    text: (text, random) => insert(text, anyMark(text, random, '}],'), ','),
  },
  {
    name: 'a mark missing',
    expects: 'unreadable',
    text: (text, random) => {
      const at = anyMark(text, random, '{}[]:');
      return text.slice(0, at) + text.slice(at + 1);
    },
  },
  {
    name: 'a comment',
    expects: 'unreadable',
    text: (text, random) => insert(text, anyMark(text, random, '{}[],:'), '/* x */'),
  },
  {
    name: 'white space that JSON does not know',
    expects: 'unreadable',
    text: (text, random) =>
      insert(
        text,
        anyMark(text, random, '{}[],:'),
        random.pick(['\u00a0', '\u2028', '\u000b', '\f', '\ufeff', '\u0000']),
      ),
  },
  {
    name: 'white space between tokens',
    expects: 'fine',
    text: (text, random) => insert(text, anyMark(text, random, '}],:'), random.pick([' ', '\t', ' \r ', '    '])),
  },
  {
    name: 'another body altogether',
    expects: 'open',
    text: (text, random) => random.pick(['{}', '[]', 'null', '"ORDER"', '0', 'true', `[${text}]`]),
  },
];

/** Mutations of the document as a whole. */
export const wholeMutations = [...unknown, ...envelope];

/** What makes it no JSON, or something near it. At most one in a document, and the last. */
export const breakingMutations = [...brokenTokens, ...brokenTexts];

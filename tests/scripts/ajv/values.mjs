// Good and bad values by what the decisions say of them, each list a table to add to.
import { raw } from './json_text.mjs';

const goodDates = ['2026-03-02', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'];

const badDates = [
  '',
  ' ',
  '2023-02-30',
  '2023-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-01-32',
  '2026-3-2',
  '20260302',
  '02.03.2026',
  '2026/03/02',
  '26-03-02',
  '+2026-03-02',
  '-2026-03-02',
  '02026-03-02',
  ' 2026-03-02',
  '2026-03-02 ',
  '2026-03-02\t',
  '2026-03',
  '2026',
  '2026-W10',
  '2026-061',
  'heute',
  '２０２６-03-02',
  '2026-03-0২',
  '2026-03-02\u0000',
  '2026‐03‐02',
];

const goodTimes = [
  'T00:00',
  'T23:59',
  ' 00:00',
  'T06:00:00',
  'T23:59:59',
  'T06:00:00.1',
  'T06:00:00.123456789',
  'T06:00Z',
  'T06:00:00Z',
  'T06:00:00.5Z',
  ' 06:00:00+01:00',
  'T06:00-11:30',
  'T06:00+00:00',
  'T06:00-00:00',
  'T06:00:00.000000001-01:00',
  'T06:00+14:00',
];

const badTimes = [
  'T',
  'T06',
  'T06:',
  'T6:00',
  'T06:0',
  'T0600',
  'T24:00',
  'T24:00:00',
  'T25:00',
  'T06:60',
  'T06:00:60',
  'T23:59:60Z',
  't06:00',
  '  06:00',
  '\t06:00',
  'T 06:00',
  'T06:00 ',
  'T06:00z',
  'T06:00+0100',
  'T06:00+01',
  'T06:00+1:00',
  'T06:00 +01:00',
  'T06:00+24:00',
  'T06:00+01:60',
  'T06:00:00.',
  'T06:00:00.Z',
  'T06:00:00,5',
  'T06:00:00.1234567890',
  'T06:00.5',
  'T06:00:',
  'T06:00:0',
  'Z',
  '+01:00',
  'T06:00:00ZZ',
  'T06:00Z+01:00',
  'T06:00 Uhr',
  '_06:00',
  'T-6:00',
  'T٠6:00',
  'T06:00:00.１',
  'T06:00−01:00',
];

export const dates = {
  good: goodDates,
  bad: [...badDates, ...goodTimes.slice(0, 4).map((time) => `2026-03-02${time}`)],
};

export const datetimes = {
  good: [...goodDates, ...goodTimes.map((time) => `2026-03-02${time}`), '2024-02-29T12:00'],
  bad: [...badDates, ...badTimes.map((time) => `2026-03-02${time}`), '2023-02-29T12:00', '2026-03-02T06:00\n'],
};

/** What can't be seen: every white space of ECMAScript, which the reader's must be too. */
export const blanks = [
  '',
  ' ',
  '\t',
  ' \r\n\t',
  '\u000b\f',
  '\u00a0',
  '\u1680',
  '\u2003\u2009',
  '\u2028\u2029',
  '\u202f\u205f',
  '\u3000',
  '\ufeff',
];
/** Nearly white space, but none. */
export const notBlanks = ['\u0085', '\u180e', '\u200b', '\u2060', '\u0001', '.', ' \u200b ', '\u2800'];

export const wholeNumbers = {
  good: [
    '0',
    '-0',
    '1',
    '-1',
    '1.0',
    '1.000',
    '-12.00',
    '1e2',
    '1E2',
    '1e+2',
    '100e-2',
    '0.1e1',
    '12.5e1',
    '0e5',
    '0.0',
    '9007199254740991',
    '-9007199254740991',
    '9e15',
  ],
  bad: [
    '0.5',
    '1.5',
    '-1.5',
    '1e-1',
    '15e-1',
    '0.10e0',
    '1.0000001',
    '1e30',
    '-1e30',
    '99999999999999999999',
    '123456789.5',
  ],
  // JavaScript's doubles can't tell these from whole numbers, or from what fits 64 bits.
  beyondDoubles: [
    '9223372036854775807',
    '-9223372036854775808',
    '9223372036854775808',
    '-9223372036854775809',
    '9007199254740993',
    '1.0000000000000000000001',
    '9007199254740992.5',
    '0.99999999999999999999',
    '9223372036854775807.5',
    '-9223372036854775808.0',
    '9223372036854775807e0',
    '92233720368547758070e-1',
  ],
};

export const numbers = {
  good: [
    '0',
    '-0',
    '0.00',
    '1.50',
    '12.0',
    '-3.25',
    '1e3',
    '1E+3',
    '1.5e-3',
    '0.1',
    '1e308',
    '1e-307',
    '-9.99e307',
    '1234567890123456789012345678901234567890',
    '0.000000000000000000000000000000000000001',
    '1.234567890123456789012345678901234567890',
  ],
  bad: ['1e309', '-1e309', '1e400', '1e999999999999'],
  // Too small or too long for the decisions, and for JavaScript's doubles no matter.
  beyondDoubles: [
    '1e-309',
    '-1e-400',
    '0e309',
    '1e-99999999999',
    '12345678901234567890123456789012345678901',
    '0.12345678901234567890123456789012345678901',
    '-1234567890123456789012345678901234567890.1',
    '10e307',
    '0.1e309',
    '100e-309',
    '10000000000000000000000000000000000000000',
    '1.0000000000000000000000000000000000000000',
    '0.00000000000000000000000000000000000000000',
  ],
};

/** Not numbers of JSON at all. */
export const brokenNumbers = [
  '007',
  '00',
  '-01',
  '+1',
  '1.',
  '.5',
  '-',
  '-.5',
  '1e',
  '1e+',
  '1.e2',
  '1.5.2',
  '0x1F',
  'NaN',
  'Infinity',
  '-Infinity',
  '1_000',
  '1,5',
  '１',
  '1f',
  '0b1',
];

export const brokenStrings = [
  "'x'",
  '"\\x41"',
  '"\\u12G4"',
  '"\\u12"',
  '"\\"',
  '"a\u0001b"',
  '"a\tb"',
  '"\\a"',
  '"\\U0041"',
  '„x“',
  '"x',
  'x"',
];

export const brokenWords = ['True', 'TRUE', 'nul', 'nulll', 'None', 'undefined', 'tru e', 'false1'];

export const loneSurrogates = [
  '"\\ud800"',
  '"\\udc00"',
  '"a\\udbffb"',
  '"\\ud83c\\ud83c\\udf7a"',
  '"\\ud83c\\u0041"',
  '"\\udf7a\\ud83c"',
];

/** The same text in escapes: right everywhere. */
export const escapedTexts = [
  '"M\\u00fchlenbrink"',
  '"\\ud83c\\udf7a"',
  '"\\/ \\b\\f\\n\\r\\t \\" \\\\"',
  '"\\u0000"',
  '"\\uFFFF"',
  '"a\\u2028"',
];

export const currencies = {
  good: ['EUR', 'CHF', 'USD', 'XXX'],
  bad: ['eur', 'Eur', 'EU', 'EURO', 'E1R', 'EUR ', ' EUR', '', '€', 'ÄÖÜ', 'EUR\n'],
};
export const countries = {
  good: ['DE', 'AT', 'ZZ'],
  bad: ['de', 'De', 'D', 'DEU', 'D1', 'DE ', '', 'Deutschland', 'ÄÖ', 'DE\n'],
};
export const oddEmails = [
  'einkauf(at)hansen.example',
  'einkauf@',
  '@hansen.example',
  'a b@c.example',
  'öztürk',
  'a@@b',
];
export const oddUris = ['Laufwerk Z:\\a.pdf', 'bild vorne.jpg', '::', 'http://', '%zz', 'https://ä ö'];

/** A value that is wrong wherever something else is due. */
export const wrongValues = {
  text: () => 'zwölf',
  numeral: () => '12',
  number: () => raw('12.5'),
  yes: () => true,
  no: () => false,
  object: () => ({ value: 1 }),
  emptyObject: () => ({}),
  list: () => ['x'],
  emptyList: () => [],
};

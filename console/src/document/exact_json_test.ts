import { expect, test } from 'vitest';

import { Exact, exactJson, type Json, writtenJson, product } from './exact_json';

const rewritten = (text: string) => writtenJson(exactJson(text) as Json);

test('numbers are not doubles', () => {
  expect(exactJson('[12.5]')).toEqual([new Exact('12.5')]);
});

test('JSON is written with an indent of two', () => {
  expect(rewritten('{"a":[1,"x"],"b":{"c":null}}')).toBe(
    '{\n  "a": [\n    1,\n    "x"\n  ],\n  "b": {\n    "c": null\n  }\n}',
  );
});

test.each(['[]', '{}', 'true', 'null', '"a\\"b"', '-0.25'])('%s is written as it is', (text) =>
  expect(rewritten(text)).toBe(text),
);

test.each([
  ['120', '12.90', '1548.00'],
  ['10.0', '47.40', '474.00'],
  ['0.1', '0.2', '0.02'],
  ['-3', '1.25', '-3.75'],
  ['0', '-1.25', '0.00'],
  ['1.500000000000000000001', '2', '3.000000000000000000002'],
  ['90071992547409931', '3', '270215977642229793'],
])('%s times %s is %s', (one, other, wanted) =>
  expect(product(new Exact(one), new Exact(other))?.digits).toBe(wanted),
);

test('a number with an exponent has no exact product', () =>
  expect(product(new Exact('1e400'), new Exact('2'))).toBeUndefined());

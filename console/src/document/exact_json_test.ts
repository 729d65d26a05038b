import { expect, test } from 'vitest';

import { Exact, exactJson, writtenJson, type Json } from './exact_json';

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

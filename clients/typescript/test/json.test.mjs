// The reader and the writer of JSON, and decimals: the hard cases.
import assert from "node:assert/strict";
import test from "node:test";

import { Decimal, JsonError, parse, stringify } from "tradepost";

test("numbers_keep_their_digits", () => {
  for (const text of ["1.50", "0", "-0", "0.10", "1e2", "1E+2", "-12.00e-3", "9007199254740993", "0.1000000000000000055511"]) {
    assert.equal(parse(text).text, text);
    assert.equal(stringify(parse(text)), text);
  }
  const document = '{"items":[{"unitPrice":1.50,"quantity":12}],"note":"a\\u0000 \\"ü\\" 😀"}';
  assert.equal(stringify(parse(document)), document);
});

test("texts_that_are_not_json_are_refused_at_their_place", () => {
  const table = [
    ["", 0], ["  ", 2], ["{", 1], ["[1,]", 3], ["[1 2]", 3], ['{"a" 1}', 5], ['{"a":1,}', 7], ["{a:1}", 1], ["01", 1],
    ["1.", 1], [".5", 0], ["+1", 0], ["1e", 1], ["-", 0], ["NaN", 0], ["Infinity", 0], ["tru", 0], ["nulls", 4],
    ['"a', 2], ['"a\nb"', 2], ['"\\x"', 1], ['"\\u12g4"', 1], ["'a'", 0], ["1 1", 2], ["[1]]", 3], ["/**/1", 0],
    ["\ufeff1", 0], ["\u00a01", 0],
  ];
  for (const [text, position] of table) {
    const isAtItsPlace = (error) => error instanceof JsonError && error.position === position;
    assert.throws(() => parse(text), isAtItsPlace, text);
  }
});

test("a_name_that_occurs_twice_is_refused", () => {
  assert.throws(() => parse('{"a":1,"b":{"c":1,"\\u0063":2}}'), /the name "c" occurs twice/);
  assert.throws(() => parse('{"__proto__":1,"__proto__":2}'), /occurs twice/);
});

test("names_of_the_prototype_are_ordinary_members", () => {
  const value = parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":"x"}');
  assert.equal(value.isAdmin, undefined);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor", "toString"]);
  assert.equal(stringify(value), '{"__proto__":{"isAdmin":true},"constructor":1,"toString":"x"}');
});

test("half_of_a_surrogate_pair_is_refused", () => {
  for (const text of ['"\\ud800"', '"\\udc00\\ud800"', '"\ud83d"', '{"\\udfff":1}']) {
    assert.throws(() => parse(text), /half of a surrogate pair/, text);
  }
  assert.equal(parse('"\\ud83d\\ude00"'), "😀");
  assert.throws(() => stringify({ note: "\ud800" }), /note: the text has half of a surrogate pair/);
});

test("nesting_is_limited", () => {
  const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
  assert.equal(stringify(parse(nested(128))), nested(128));
  assert.throws(() => parse(nested(129)), /more than 128 levels/);
  assert.throws(() => parse("[".repeat(1_000_000)), JsonError);
  assert.throws(() => parse('{"a":'.repeat(1_000_000)), JsonError);
  const circle = {};
  circle.circle = circle;
  assert.throws(() => stringify(circle), /contains itself/);
});

test("long_texts_are_read", () => {
  const long = "x".repeat(10_000_000);
  assert.equal(parse(`"${long}"`).length, long.length);
  assert.equal(parse(`"${"\\n".repeat(1_000_000)}"`).length, 1_000_000);
  assert.throws(() => parse("1".repeat(10_000_000)), /a number that is too long/);
});

test("numbers_that_may_have_lost_digits_are_refused_with_their_place", () => {
  for (const number of [1.5, 0.1 + 0.2, 2 ** 53, NaN, -Infinity]) {
    assert.throws(() => stringify({ content: { items: [{ quantity: number }] } }), (error) => {
      return error instanceof TypeError && error.message.startsWith(`content.items.0.quantity: the number ${number} `);
    });
  }
  assert.equal(stringify([1, -3, 2 ** 53 - 1, 2n ** 60n, new Decimal("1.50")]), "[1,-3,9007199254740991,1152921504606846976,1.50]");
});

test("values_without_a_form_are_refused", () => {
  for (const value of [undefined, () => 1, Symbol("a"), new Date(), new Map(), [undefined], [, 1]]) {
    assert.throws(() => stringify(value), TypeError);
  }
  assert.equal(stringify({ a: undefined, b: null }), '{"b":null}');
  assert.equal(stringify(Object.create(null)), "{}");
});

test("decimals_are_compared_exactly", () => {
  const equal = [["1.5", "1.50"], ["0", "-0.000"], ["1e2", "100"], ["12.5e-1", "1.25"], ["0e9", "0"], ["100", "1.00E+2"]];
  for (const [one, two] of equal) assert.ok(new Decimal(one).equals(two), `${one} = ${two}`);
  const ascending = ["-1e308", "-10", "-9.9", "-0.1", "-0.01", "0", "1e-999999999", "0.1", "0.1000000000000000055", "0.11",
    "1", "9", "10", "9007199254740992", "9007199254740993", "1e999999999"];
  ascending.forEach((one, index) => ascending.forEach((two, other) => {
    assert.equal(Math.sign(new Decimal(one).compare(two)), Math.sign(index - other), `${one} ${two}`);
  }));
});

test("texts_that_are_not_decimals_are_refused", () => {
  for (const value of ["", "1,5", " 1", "1.", "0x10", "01", "1e9999999999", "NaN", "9".repeat(1001), 1.5, NaN]) {
    assert.throws(() => new Decimal(value), RangeError);
  }
});

test("decimals_have_no_operators", () => {
  const [one, two] = [new Decimal("9"), new Decimal("10")];
  assert.throws(() => one < two, /no operators/);
  assert.throws(() => one + two, /no operators/);
  assert.throws(() => Number(one), /no operators/);
  assert.equal(`${one}`, "9");
});

test("whole_decimals_become_numbers", () => {
  assert.equal(new Decimal("1.20e1").toInteger(), 12);
  for (const text of ["1.5", "9007199254740993", "1e400", "1.0000000000000000001"]) {
    assert.throws(() => new Decimal(text).toInteger(), RangeError, text);
  }
});

"""The reader and the writer of JSON: digits stay, and bad texts are refused with a sentence."""

import decimal
import unittest
from decimal import Decimal

from tradepost import JsonError, read_json, write_json

NUMBERS = ["0", "-0", "1.50", "0.10", "1E+2", "1e-7", "1.0000000000000000000000000000000000000001", "9" * 400, "0E-10"]
BAD_TEXTS = {
    "duplicate name": ('{"a": 1, "b": {"a": 1, "a": 2}}', 'The name "a" is repeated'),
    "duplicate name by an escape": ('{"a": 1, "\\u0061": 2}', 'The name "a" is repeated'),
    "deep lists": ("[" * 100_000 + "]" * 100_000, "more than 128 levels"),
    "deep objects": ('{"a":' * 100_000 + "1" + "}" * 100_000, "more than 128 levels"),
    "deep list that does not end": ("[" * 100_000, "more than 128 levels"),
    "lone surrogate": ('["\\ud83d"]', "half of a surrogate pair"),
    "lone low surrogate in a name": ('{"\\uDE00": 1}', "half of a surrogate pair"),
    "surrogates in the wrong order": ('"\\ude00\\ud83d"', "half of a surrogate pair"),
    "not a number": ("[NaN]", "NaN is not a number of JSON"),
    "infinity": ("[-Infinity]", "-Infinity is not a number of JSON"),
    "huge exponent": ("1e9999999999999999999", "exponent"),
    "leading zero": ("007", "not JSON"),
    "leading plus": ("+1", "not JSON"),
    "point without digits": ("1.", "not JSON"),
    "text after the value": ("{} {}", "not JSON"),
    "nothing": ("", "not JSON"),
    "byte order mark": ("\ufeff{}", "not JSON"),
    "control character": ('"a\nb"', "not JSON"),
    "text that does not end": ('"abc', "not JSON"),
    "text that ends in a backslash": ('"abc\\', "not JSON"),
    "single quotes": ("{'a': 1}", "not JSON"),
    "comma at the end": ("[1,]", "not JSON"),
}
BAD_VALUES = {
    "float": ({"items": [{"price": 1.5}]}, 'items.0.price: 1.5 is a float.* Use decimal.Decimal\\("1.5"\\)'),
    "whole float": ([2.0], "0: 2.0 is a float"),
    "decimal that is no number": (Decimal("NaN"), "NaN is not a number of JSON"),
    "infinite decimal": ([Decimal("-Infinity")], "0: -Infinity is not a number of JSON"),
    "lone surrogate": (["\ud83d"], "0: The text has half of a surrogate pair"),
    "name that is no text": ({1: 2}, "The name 1 is not a string"),
    "other object": ({"a": {1, 2}}, "a: A set cannot be written"),
}


class Reader(unittest.TestCase):
    def test_numbers_keep_their_digits(self):
        for text in NUMBERS:
            with self.subTest(text), decimal.localcontext() as context:
                context.prec = 3  # the precision of calculations is not that of documents
                self.assertIsInstance(read_json(text), Decimal)
                self.assertEqual(write_json(read_json(text)), text.replace("e", "E"))

    def test_integers_are_decimals_too(self):
        self.assertEqual(str(read_json('{"a": [40]}')["a"][0]), "40")

    def test_texts_are_kept(self):
        for text in ['"a \\" [ { \\\\"', '"\U0001f600 \\u00e9 \\/"', '"\\\\ud83d"']:
            with self.subTest(text):
                self.assertEqual(read_json(write_json(read_json(text))), read_json(text))
        self.assertEqual(read_json('"\\ud83d\\ude00"'), "\U0001f600")

    def test_bad_texts_are_refused_with_a_sentence(self):
        for name, (text, sentence) in BAD_TEXTS.items():
            with self.subTest(name), self.assertRaisesRegex(JsonError, sentence):
                read_json(text)

    def test_bytes_that_are_not_utf_8_are_refused(self):
        for data in (b'"\xff"', b'"\xed\xa0\xbd"', b'"\xc0\xaf"'):
            with self.subTest(data), self.assertRaisesRegex(JsonError, "not UTF-8"):
                read_json(data)

    def test_128_levels_are_read_and_written(self):
        text = "[" * 128 + "]" * 128
        self.assertEqual(write_json(read_json(text)), text)


class Writer(unittest.TestCase):
    def test_values_are_written(self):
        value = {"a": [Decimal("1.50"), 7, 10**5000, True, None, "é\n"], "b": {}, "c": [], "d": (1,)}
        digits = "1" + "0" * 5000
        self.assertEqual(write_json(value), f'{{"a":[1.50,7,{digits},true,null,"é\\n"],"b":{{}},"c":[],"d":[1]}}')

    def test_bad_values_are_refused_with_their_place(self):
        for name, (value, sentence) in BAD_VALUES.items():
            with self.subTest(name), self.assertRaisesRegex(JsonError, sentence):
                write_json(value)

    def test_value_that_contains_itself_is_refused(self):
        value = []
        value.append(value)
        with self.assertRaisesRegex(JsonError, "more than 128 levels"):
            write_json(value)

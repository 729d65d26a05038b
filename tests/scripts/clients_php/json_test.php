<?php
// The reader and the writer of JSON: digits stay, and bad texts are refused with a sentence.
declare(strict_types=1);

use Tradepost\Decimal;
use Tradepost\Json;
use Tradepost\JsonError;

$numbers = [
    '0', '-0', '1.50', '0.10', '1E+2', '1e-7', '1.' . str_repeat('0', 39) . '1', str_repeat('9', 400), '0E-10',
    '1e9999999999999999999',
];
$badTexts = [
    'duplicate name' => ['{"a": 1, "b": {"a": 1, "a": 2}}', 'The name "a" is repeated'],
    'duplicate name by an escape' => ['{"a": 1, "\\u0061": 2}', 'The name "a" is repeated'],
    'duplicate number as a name' => ['{"1": 1, "1": 2}', 'The name "1" is repeated'],
    'deep lists' => [str_repeat('[', 100_000) . str_repeat(']', 100_000), 'more than 128 levels'],
    'deep objects' => [str_repeat('{"a":', 100_000) . '1' . str_repeat('}', 100_000), 'more than 128 levels'],
    'deep list that does not end' => [str_repeat('[', 100_000), 'more than 128 levels'],
    'lone surrogate' => ['["\\ud83d"]', 'half of a surrogate pair'],
    'lone low surrogate in a name' => ['{"\\uDE00": 1}', 'half of a surrogate pair'],
    'surrogates in the wrong order' => ['"\\ude00\\ud83d"', 'half of a surrogate pair'],
    'not a number' => ['[NaN]', 'not JSON'],
    'infinity' => ['[-Infinity]', 'not JSON'],
    'leading zero' => ['007', '"007" is not a number'],
    'leading plus' => ['+1', 'not JSON'],
    'point without digits' => ['1.', '"1." is not a number'],
    'exponent without digits' => ['1e', '"1e" is not a number'],
    'minus alone' => ['-', 'not JSON'],
    'word that goes on' => ['trueish', 'not JSON'],
    'text after the value' => ['{} {}', 'not JSON'],
    'nothing' => ['', 'not JSON'],
    'byte order mark' => ["\u{feff}{}", 'not JSON'],
    'control character' => ["\"a\nb\"", 'not JSON'],
    'wrong escape' => ['"\\x"', 'not JSON'],
    'text that does not end' => ['"abc', 'not JSON'],
    'text that ends in a backslash' => ['"abc\\', 'not JSON'],
    'single quotes' => ["{'a': 1}", 'not JSON'],
    'comma at the end of a list' => ['[1,]', 'not JSON'],
    'comma at the end of an object' => ['{"a":1,}', 'not JSON'],
    'object without colon' => ['{"a" 1}', 'not JSON'],
    'object that does not end' => ['{"a":1', 'not JSON'],
    'byte that is not UTF-8' => ["\"\xff\"", 'not UTF-8'],
    'surrogate in UTF-8' => ["\"\xed\xa0\xbd\"", 'not UTF-8'],
    'overlong UTF-8' => ["\"\xc0\xaf\"", 'not UTF-8'],
];
$loop = new ArrayObject();
$loop['itself'] = $loop;
$badValues = [
    'float' => [['items' => [['price' => 1.5]]], 'items.0.price: 1.5 is a float, whose digits are not exact.'],
    'float without a name' => [0.1, "Use new Decimal('0.1')."],
    'whole float' => [[2.0], '0: 2.0 is a float'],
    'infinite float' => [INF, 'INF is a float'],
    'text that is not UTF-8' => [['a' => "\xff"], 'a: The text is not UTF-8'],
    'name that is not UTF-8' => [["\xff" => 1], 'The text is not UTF-8'],
    'other object' => [['a' => new DateTime()], 'a: DateTime cannot be written'],
    'value that contains itself' => [$loop, 'more than 128 levels'],
];
$comparisons = [
    ['1.50', '1.5', 0], ['1.5', '1.50000000000000000000000000000000001', -1], ['-1', '1', -1], ['0', '-0.00', 0],
    ['1e2', '100', 0], ['100', '1E+2', 0], ['0.1', '1e-1', 0], ['-2', '-10', 1], ['9', '10', -1], ['0.09', '0.1', -1],
    ['1e999999999999999999999', '1e308', 1], ['1e-999999999999999999999', '1e-308', -1], ['120', '12', 1],
    ['9007199254740993', '9007199254740992', 1], ['0', '1e-400', -1],
];

return [
    'numbers_keep_their_digits' => static function () use ($numbers): void {
        foreach ($numbers as $text) {
            $number = Json::read(" $text ");
            holds($number instanceof Decimal, $text);
            same($text, Json::write($number));
        }
    },
    'texts_are_kept' => static function (): void {
        foreach (['"a \\" [ { \\\\"', "\"\u{1f600} \\u00e9 \\/ \\b\\u0000\"", '"\\\\ud83d"', '""'] as $text) {
            same(json_decode($text), Json::read($text));
            same(Json::read($text), Json::read(Json::write(Json::read($text))));
        }
        same("\u{1f600}", Json::read('"\\ud83d\\ude00"'));
    },
    'objects_stay_objects' => static function (): void {
        $text = '{"a":{},"b":[],"c":{"0":1,"1":2},"d":{"7":true},"e":[{},null]}';
        same($text, Json::write(Json::read(" $text ")));
        same(null, Json::read('{"a":{}}')['a']['absent'] ?? null);
    },
    'values_are_written' => static function (): void {
        $value = ['a' => [new Decimal('1.50'), 7, true, null, "é\n/"]];
        $value += ['b' => new ArrayObject(), 'c' => new stdClass(), 'd' => []];
        same('{"a":[1.50,7,true,null,"é\n/"],"b":{},"c":{},"d":[]}', Json::write($value));
    },
    'bad_texts_are_refused_with_a_sentence' => static function () use ($badTexts): void {
        foreach ($badTexts as [$text, $sentence]) {
            error_of(JsonError::class, $sentence, static fn() => Json::read($text));
        }
    },
    'bad_values_are_refused_with_their_place' => static function () use ($badValues): void {
        foreach ($badValues as [$value, $sentence]) {
            error_of(JsonError::class, $sentence, static fn() => Json::write($value));
        }
    },
    '128_levels_are_read_and_written' => static function (): void {
        $text = str_repeat('[', 128) . str_repeat(']', 128);
        same($text, Json::write(Json::read($text)));
    },
    'texts_of_items_are_cut_from_a_page' => static function (): void {
        $page = '{"a":{"items":[1]},"items" : [ {"b": 1.50, "items": [2]} , [3],"]}" ],"count":3}';
        same(['{"b": 1.50, "items": [2]}', '[3]', '"]}"'], Json::readPage($page)[1]);
    },
    'decimals_are_compared_exactly' => static function () use ($comparisons): void {
        foreach ($comparisons as [$left, $right, $order]) {
            same([$left, $right, $order], [$left, $right, (new Decimal($left))->compare($right)]);
            same([$left, $right, -$order], [$left, $right, (new Decimal($right))->compare($left)]);
        }
    },
    'whole_decimals_become_ints' => static function (): void {
        $whole = [['40', 40], ['-1.0', -1], ['1e2', 100], ['0.00', 0], [(string)PHP_INT_MIN, PHP_INT_MIN]];
        foreach ($whole as [$text, $int]) {
            same($int, (new Decimal($text))->toInt());
        }
        foreach (['1.5', '9223372036854775808', '1e400', '1e-1'] as $text) {
            error_of(JsonError::class, 'not a whole number that fits', static fn() => (new Decimal($text))->toInt());
        }
    },
    'decimal_is_a_number_of_json' => static function (): void {
        foreach (['', ' 1', "1\n", '1,5', '.5', '0x1', 'NaN', '+1', "\xff"] as $text) {
            error_of(JsonError::class, 'is not a number of JSON', static fn() => new Decimal($text));
        }
    },
];

<?php
// Which calls are repeated, and after which pauses: against a server that answers as a script says.
declare(strict_types=1);

require_once __DIR__ . '/script.php';

use Tradepost\Exchange;
use Tradepost\ExchangeError;
use Tradepost\Finding;
use Tradepost\Listed;
use Tradepost\NoAnswer;

$ok = '{"data":{"message":"Marked as processed."}}';
$taken = Script::answer(201, '{"platformTransactionId":"a"}');
$duplicate = Script::answer(400, '{"code":"duplicate","message":"Payload","platformTransactionId":"a"}');
$to = static fn(Script $script, float $retryFor = 30, ?Closure $onPause = null): Exchange =>
    new Exchange($script->url, 'tp_test_x', retryFor: $retryFor, onPause: $onPause);
$never = static fn(string $why) => throw new LogicException("There was a pause: $why");

return [
    'retry_after_is_waited_for' => static function () use ($to, $ok): void {
        foreach ([429, 503] as $status) {
            $script = new Script(Script::answer($status, '{}', 'Retry-After: 1'), Script::answer(200, $ok));
            $begin = microtime(true);
            $to($script)->report('x');
            holds(microtime(true) - $begin >= 1);
            same(2, count($script->requests()));
        }
    },
    'retry_after_may_be_a_date' => static function () use ($to): void {
        $date = static fn(int $time) => gmdate('D, d M Y H:i:s', $time) . ' GMT';
        $now = 1_800_000_000;
        $busy = Script::answer(503, '{}', "Date: {$date($now)}", "Retry-After: {$date($now + 40)}");
        $error = error_of(ExchangeError::class, 'The status is 503.', static fn() => $to(new Script($busy))->ping());
        same(40, $error->retryAfter);
    },
    'pause_beyond_the_limit_ends_the_call_at_once' => static function () use ($to, $never): void {
        $script = new Script(Script::answer(429, '{}', 'Retry-After: 31'));
        $error = error_of(ExchangeError::class, '', static fn() => $to($script, onPause: $never)->ping());
        same([429, 31], [$error->status, $error->retryAfter]);
    },
    'call_is_not_repeated_without_time_for_it' => static function () use ($to, $never): void {
        $script = new Script(Script::answer(503));
        error_of(ExchangeError::class, 'Busy.', static fn() => $to($script, 0, $never)->ping());
    },
    'failed_server_and_lost_answer_are_asked_again' => static function () use ($to, $taken): void {
        $isRunning = Script::answer(409, '{}', 'Retry-After: 0');
        foreach ([Script::answer(500), Script::answer(502, '<html>'), '', $isRunning] as $lost) {
            $script = new Script($lost, $lost, $taken);
            same('a', $to($script)->send('{}', key: 'k')->id);
            same(3, preg_match_all('/^Idempotency-Key: k\r$/m', implode("\n", $script->requests())));
        }
    },
    'send_makes_no_key' => static function () use ($to, $taken): void {
        $script = new Script($taken);
        $to($script)->send('{}');
        holds(!str_contains($script->requests()[0], 'Idempotency-Key'));
    },
    'duplicate_that_answers_a_repeat_is_this_document' => static function () use ($to, $duplicate): void {
        same(false, $to(new Script('', $duplicate))->send('{}')->isDuplicate);
        same(true, $to(new Script($duplicate))->send('{}')->isDuplicate);
    },
    'comment_is_not_repeated_if_its_answer_is_lost' => static function () use ($to, $never): void {
        foreach ([[Script::answer(500), ExchangeError::class], ['', NoAnswer::class]] as [$lost, $class]) {
            $exchange = $to($script = new Script($lost), onPause: $never);
            error_of($class, '', static fn() => $exchange->commentOnCase('x', 'Hello'));
            same(1, count($script->requests()));
        }
    },
    'comment_is_repeated_if_it_had_no_effect' => static function () use ($to): void {
        $busy = Script::answer(503, '{}', 'Retry-After: 0', 'Connection: close');
        $script = new Script($busy, Script::answer(200, '{"data":{"id":"x"}}'));
        same(['id' => 'x'], $to($script)->commentOnCase('x', 'Hello'));
    },
    'answer_that_is_not_of_an_exchange_is_an_error' => static function () use ($to): void {
        foreach ([Script::answer(404, '<html>'), Script::answer(200, '<html>'), Script::answer(200, '')] as $answer) {
            $pending = $to(new Script($answer))->pending();
            $error = error_of(ExchangeError::class, 'not that of an exchange', static fn() => $pending->current());
            same('not_an_exchange', $error->code);
        }
    },
    'error_has_the_fields_of_the_answer' => static function () use ($to): void {
        $body = '{"code":"invalid","detailCode":"key_reused","message":"No.","errorUrl":"https://x/v2/errors/1",'
            . '"faults":[{"code":"order.items.missing","path":"content","message":"Add items."}]}';
        $exchange = $to(new Script(Script::answer(422, $body, 'X-Request-Id: r1')));
        $error = error_of(ExchangeError::class, 'No.', static fn() => $exchange->send('{}'));
        same([422, 'invalid', 'key_reused'], [$error->status, $error->code, $error->detailCode]);
        same(['https://x/v2/errors/1', 'r1', null], [$error->errorUrl, $error->requestId, $error->retryAfter]);
        holds($error->findings == [new Finding('content', 'order.items.missing', 'Add items.')]);
    },
    'answer_that_is_not_http_is_not_asked_for_again' => static function () use ($to, $never): void {
        $exchange = $to(new Script("SSH-2.0-OpenSSH\r\n\r\n"), onPause: $never);
        error_of(NoAnswer::class, 'cannot be reached', static fn() => $exchange->ping());
    },
    'unreachable_exchange_is_tried_again' => static function (): void {
        $closed = stream_socket_server('tcp://127.0.0.1:0');
        $url = 'http://' . stream_socket_get_name($closed, false);
        fclose($closed);
        $tries = 0;
        $count = static function () use (&$tries): void {
            $tries++;
        };
        $exchange = new Exchange($url, 'tp_test_x', retryFor: 0.5, onPause: $count);
        error_of(NoAnswer::class, 'cannot be reached', static fn() => $exchange->ping());
        holds($tries > 0);
    },
    'list_that_does_not_advance_is_an_error' => static function () use ($to): void {
        $page = Script::answer(200, '{"items":[],"hasMore":true,"nextCursor":"c"}');
        $pending = $to(new Script($page, $page))->pending();
        error_of(ExchangeError::class, 'not that of an exchange', static fn() => iterator_to_array($pending));
    },
    'only_has_more_ends_a_walk' => static function () use ($to): void {
        $script = new Script(
            Script::answer(200, '{"items":[],"hasMore":true,"nextCursor":"c+/="}'),
            Script::answer(200, '{"items":[],"hasMore":false,"nextCursor":null}'),
        );
        same([], iterator_to_array($to($script)->pending('ORDER')));
        $path = '/v2/transactions?per_page=100&filter%5Btype%5D=ORDER&cursor=c%2B%2F%3D';
        holds(str_starts_with($script->requests()[1], "GET $path HTTP/1.1"));
    },
    'superseded_document_is_skipped' => static function () use ($to, $ok): void {
        $item = static fn($id) => ['platformTransactionId' => $id, 'isLatestVersion' => $id === 'b'];
        $items = array_map($item, ['a', 'b', 'c']);
        $page = ['hasMore' => false, 'nextCursor' => null];
        $script = new Script(
            Script::answer(200, json_encode(['items' => $items] + $page)),
            Script::answer(200, $ok),
            Script::answer(200, json_encode(['items' => []] + $page)),
        );
        $handled = [];
        $handler = static function (Listed $received) use (&$handled): void {
            $handled[] = $received->id;
        };
        same(1, $to($script)->receive($handler, once: true));
        same(['b'], $handled);
        holds(str_starts_with($script->requests()[1], 'POST /v2/transactions/b HTTP/1.1'));
    },
    'stop_ends_a_pause' => static function () use ($to): void {
        $isPausing = false;
        $pause = static function () use (&$isPausing): void {
            $isPausing = true;
        };
        $stop = static function () use (&$isPausing): bool {
            return $isPausing;
        };
        $begin = microtime(true);
        $script = new Script(Script::answer(503, '{}', 'Retry-After: 20'));
        same(0, $to($script, onPause: $pause)->receive(static fn() => null, stop: $stop));
        holds(microtime(true) - $begin < 15);
    },
    'address_that_cannot_be_one_is_refused' => static function (): void {
        $urls = ['', 'trade.example.org', 'ftp://trade.example.org', 'https://', 'https://user@trade.example.org',
            'https://trade.example.org?a=b', "https://trade.example.org/\r\n", 'https://trade.example.org/a b'];
        foreach ($urls as $url) {
            $open = static fn() => new Exchange($url, 'tp_test_x');
            error_of(InvalidArgumentException::class, 'not the address of an exchange', $open);
        }
    },
    'token_is_not_sent_unencrypted' => static function (): void {
        foreach (['http://trade.example.org', 'http://127.example.org', 'http://127.0.0.1.example.org'] as $url) {
            $open = static fn() => new Exchange($url, 'tp_test_x');
            error_of(InvalidArgumentException::class, 'would send the token unencrypted', $open);
        }
        new Exchange($url, 'tp_test_x', plainHttp: true);
    },
    'token_is_one_line' => static function (): void {
        foreach (['', "tp_test_x\r\nX: y", "tp_test_x\n", 'tp test'] as $token) {
            $url = 'https://trade.example.org';
            error_of(InvalidArgumentException::class, 'token', static fn() => new Exchange($url, $token));
        }
    },
];

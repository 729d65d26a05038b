<?php
// Every call against the binary.
declare(strict_types=1);

use Tradepost\Exchange;
use Tradepost\ExchangeError;
use Tradepost\Json;
use Tradepost\Listed;
use Tradepost\NoAnswer;
use Tradepost\Rejected;
use Tradepost\Report;
use Tradepost\Sent;

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

$customer = new Exchange($network->url, $network->customer);
$supplier = new Exchange($network->url, $network->supplier);
$ids = static fn(iterable $listed) => array_map(static fn(Listed $one) => $one->id, iterator_to_array($listed, false));
// A test that begins with an empty queue and numbers of its own.
$fresh = static fn(Closure $test) => static function () use ($test, $supplier, $ids): void {
    $supplier->reportAll($ids($supplier->pending()));
    $test(bin2hex(random_bytes(6)));
};
$sendSome = static fn(string $number, int $count) => array_map(
    static fn(Sent $sent) => $sent->id,
    $customer->sendAll(array_map(static fn($i) => order("$number-$i"), range(1, $count))),
);
$statuses = static fn(array $sent) => array_map(static fn($id) => $customer->transaction($id)['status'], $sent);
$another = static fn(string ...$options) => new Network("$scratch/" . bin2hex(random_bytes(4)), $options);

return array_map($fresh, [
    'repeated_key_is_answered_with_the_first_result' => static function (string $number) use ($customer): void {
        $first = $customer->send(order($number), key: $number);
        same(false, $first->isDuplicate);
        holds($customer->send(order($number), key: $number) == $first);
    },
    'key_with_another_document_is_refused' => static function (string $number) use ($customer): void {
        $customer->send(order($number), key: $number);
        $send = static fn() => $customer->send(order("$number-b"), key: $number);
        $error = error_of(ExchangeError::class, '', $send);
        same([422, 'key_reused'], [$error->status, $error->detailCode]);
    },
    'key_that_cannot_be_one_is_not_sent' => static function (string $number) use ($customer): void {
        foreach (['', "a\n b", "a\n", 'é', str_repeat('x', 256)] as $key) {
            $send = static fn() => $customer->send(order($number), key: $key);
            error_of(InvalidArgumentException::class, 'printable ASCII', $send);
        }
    },
    'repeated_document_is_a_duplicate' => static function (string $number) use ($customer): void {
        $first = $customer->send(order($number));
        holds($customer->send(Json::read(order($number))) == new Sent($first->id, false, true));
    },
    'content_alone_is_sent_by_its_type' => static function (string $number) use ($customer): void {
        $text = order($number);
        $first = $customer->send(Json::read($text)['content'], type: 'ORDER');
        $begin = strpos($text, '{', 1);
        $again = $customer->send(substr($text, $begin, strrpos($text, '}') - $begin), type: 'ORDER');
        same([$first->id, true], [$again->id, $again->isDuplicate]);
    },
    'refused_document_names_every_fault' => static function () use ($customer): void {
        $text = file_get_contents(ROOT . '/examples/order/faulty_dates.json');
        $error = error_of(ExchangeError::class, '22 faults', static fn() => $customer->send($text));
        same([422, 'invalid', 22], [$error->status, $error->code, count($error->findings)]);
        $first = $error->findings[0];
        same(['content.header.orderDate', 'order.header.orderDate.not_a_datetime'], [$first->path, $first->code]);
        holds(str_contains($first->message, '2023-02-30'));
        holds(str_contains($error->errorUrl, '/v2/errors/'));
        holds($error->requestId !== null);
        holds($customer->validate($text)->findings == $error->findings);
    },
    'refused_document_does_not_keep_the_others' =>
        static function (string $number) use ($customer, $supplier, $ids): void {
        $key = static fn(string $text) => $number . md5($text);
        $results = $customer->sendAll([order("$number-1"), '{}', order("$number-2")], key: $key);
        holds($results[1] instanceof ExchangeError);
        same([$results[0]->id, $results[2]->id], $ids($supplier->pending()));
    },
    'good_document_is_valid_and_not_sent' => static function (string $number) use ($customer, $supplier, $ids): void {
        $validation = $customer->validate(order($number));
        same([true, 0, 'Huber'], [$validation->isValid, $validation->faultCount, $validation->recipient['name']]);
        same([], $ids($supplier->pending()));
    },
    'walk_shows_each_document_once_and_its_exact_numbers' =>
        static function (string $number) use ($sendSome, $supplier, $ids): void {
        $sent = $sendSome($number, 23);
        same($sent, $ids($supplier->pending('ORDER', perPage: 5)));
        $first = $supplier->pending()->current();
        same('12.90', (string)$first->document['content']['items'][0]['unitPrice']);
        same($first->id, json_decode($first->text, true)['platformTransactionId']);
        holds(str_contains($first->text, '"content":{"header":{"buyer":{"name":"Hansen & Söhne Frischmärkte KG"'));
        holds(str_contains($first->text, '"percentage":2.0}'));
        same([], $ids($supplier->pending('INVOICE')));
    },
    'waiting_call_ends_with_the_first_document' =>
        static function (string $number) use ($network, $supplier, $ids): void {
        $sent = null;
        $send = static function () use (&$sent, $network, $number): bool { // libcurl asks it while it waits
            $sent ??= (new Exchange($network->url, $network->customer))->send(order($number))->id;
            return false;
        };
        $begin = microtime(true);
        $found = $ids($supplier->pending(wait: PATIENCE_SECONDS, stop: $send));
        same([$sent], $found);
        holds(microtime(true) - $begin < PATIENCE_SECONDS);
    },
    'stop_ends_a_waiting_loop' => static function () use ($supplier): void {
        $begin = microtime(true);
        $stop = static fn() => microtime(true) - $begin > 0.5;
        same(0, $supplier->receive(static fn() => throw new LogicException('a document'), wait: 60, stop: $stop));
        holds(microtime(true) - $begin < 30);
        $supplier->ping();
    },
    'reports_are_taken_and_bad_ones_named' =>
        static function (string $number) use ($customer, $supplier, $sendSome, $statuses): void {
        $sent = $sendSome($number, 3);
        same([$sent[0], true], [$supplier->report($sent[0])->id, $supplier->report($sent[0])->isTaken]);
        $failure = new Report($sent[1], false, 'The article is unknown.', 'DATA', ['article' => '4711']);
        $results = $supplier->reportAll([$failure, UNKNOWN, $sent[2], new Report($sent[0], false, 'No.')]);
        same([true, false, true, false], array_column($results, 'isTaken'));
        same([null, 'unknown', null, 'conflict'], array_column($results, 'code'));
        holds(str_contains($results[0]->errorUrl, '/v2/errors/'));
        holds(str_contains($results[1]->message, 'no transaction'));
        same(['article' => '4711'], $customer->transaction($sent[1])['report']['context']);
        same(['SUCCESS', 'FAILED', 'SUCCESS'], $statuses($sent));
    },
    'more_reports_than_a_bulk_has_are_made_in_pieces' =>
        static function (string $number) use ($supplier, $sendSome): void {
        $sent = $sendSome($number, 2);
        $results = $supplier->reportAll([$sent[0], ...array_fill(0, 1_000, UNKNOWN), $sent[1]]);
        same([true, true], [$results[0]->isTaken, $results[1_001]->isTaken]);
        same(['unknown'], array_values(array_unique(array_column(array_slice($results, 1, 1_000), 'code'))));
    },
    'loop_reports_each_document' =>
        static function (string $number) use ($customer, $supplier, $sendSome, $statuses): void {
        $sent = $sendSome($number, 3);
        $handler = static function (Listed $received) use ($sent): void {
            if ($received->id === $sent[1]) {
                throw new Rejected('The article is unknown.', 'DATA', ['article' => '4711']);
            }
        };
        same(3, $supplier->receive($handler, once: true, perPage: 2));
        same(['SUCCESS', 'FAILED', 'SUCCESS'], $statuses($sent));
        $case = $customer->cases('open')->current();
        same(['The article is unknown.', $sent[1]], [$case['reason'], $case['transaction']]);
        same(['article' => '4711'], $case['context']);
        $supplier->commentOnCase($case['id'], 'Which one is it?');
        same('Which one is it?', $customer->findCase($case['id'])['comments'][0]['text']);
        same('resolved', $customer->resolveCase($case['id'], '4712')['status']);
        holds(!in_array($case['id'], array_column(iterator_to_array($customer->cases('open')), 'id'), true));
    },
    'other_error_ends_the_loop_without_a_report' => static function (string $number) use ($supplier, $sendSome): void {
        $sent = $sendSome($number, 2);
        $fail = static fn() => $supplier->receive(static fn() => intdiv(1, 0), once: true);
        error_of(DivisionByZeroError::class, '', $fail);
        $handled = [];
        $supplier->receive(static function (Listed $received) use (&$handled): void {
            $handled[] = $received->id;
        }, once: true);
        same($sent, $handled);
    },
    'history_and_events_tell_what_happened' =>
        static function (string $number) use ($customer, $supplier, $sendSome, $ids): void {
        [$id] = $sendSome($number, 1);
        $supplier->report($id, false, 'No.');
        $found = $customer->allTransactions(['identifier' => "$number-1", 'direction' => 'sent'])->current();
        same([$id, 'FAILED'], [$found->id, $found->document['status']]);
        $events = array_column(iterator_to_array($customer->events($id), false), 'type');
        same(['received', 'delivered'], array_slice($events, 0, 2));
        $again = $customer->requeue($id);
        same([$again], $ids($supplier->pending()));
    },
    'unknown_token_is_refused' => static function () use ($network): void {
        $stranger = new Exchange($network->url, 'tp_live_' . str_repeat('x', 43));
        $error = error_of(ExchangeError::class, '', static fn() => $stranger->ping());
        same([401, 'unauthorized'], [$error->status, $error->code]);
    },
    'any_request_can_be_asked' => static function () use ($supplier): void {
        same('Huber', $supplier->ask('GET', '/v2/profile')['data']['name']);
    },
    'busy_exchange_is_waited_for' => static function () use ($another): void {
        $network = $another('--requests-per-second', '2', '--requests-burst', '2');
        $pauses = [];
        $note = static function (string $why, float $seconds) use (&$pauses): void {
            $pauses[] = $seconds;
        };
        $supplier = new Exchange($network->url, $network->supplier, onPause: $note);
        for ($i = 0; $i < 4; $i++) {
            $supplier->ping();
        }
        $network->stop();
        holds($pauses !== [] && min($pauses) >= 1);
    },
    'loop_outlives_a_killed_exchange' => static function () use ($another, $ids): void {
        $network = $another();
        $customer = new Exchange($network->url, $network->customer);
        $send = static fn(string $number) => $customer->send(order($number))->id;
        $sent = array_map(static fn($i) => $send("before-$i"), range(1, 20));
        $handled = [];
        $kills = 0;
        $startAgain = static function () use ($network): void {
            $network->isRunning() || $network->start();
        };
        $handler = static function (Listed $received) use (&$handled, &$kills, $network): void {
            $handled[] = $received->id;
            if (count($handled) === 10) { // handled, and not yet reported
                $network->stop(SIGKILL);
                $kills++;
            }
        };
        $stop = static function () use (&$handled, &$sent, &$kills, $network, $send): bool {
            if ($network->isRunning() && count($handled) === 20 && $kills === 1) { // while the loop waits for the next
                $network->stop(SIGKILL);
                $kills++;
            } elseif ($network->isRunning() && $kills === 2 && count($sent) === 20) {
                $sent[] = $send('after');
            }
            return count($handled) > 20;
        };
        $supplier = new Exchange($network->url, $network->supplier, onPause: $startAgain);
        same(21, $supplier->receive($handler, stop: $stop, perPage: 6));
        same($sent, $handled);
        same([[], 2], [$ids($supplier->pending()), $kills]);
        $network->stop(SIGKILL);
        $late = new Exchange($network->url, $network->supplier, retryFor: 0.3);
        error_of(NoAnswer::class, 'cannot be reached', static fn() => $late->ping());
    },
]);

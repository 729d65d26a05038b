<?php
declare(strict_types=1);

namespace Tradepost;

/**
 * One participant's access to an exchange, over one connection.
 *
 * A call that fails because the exchange is busy or unreachable is repeated for `retryFor` seconds, if a repeat changes
 * nothing more.
 *
 * @phpstan-import-type IncomingTransaction from Documents
 * @phpstan-import-type Transaction from Documents
 * @phpstan-import-type Event from Documents
 * @phpstan-import-type CaseHead from Documents
 * @phpstan-import-type Case from Documents
 */
final class Exchange
{
    private const REPORTS_MAX = 1_000; // of one bulk
    private const REPORT_BYTES_MAX = 1 << 20; // of its reasons and contexts
    private const WAIT_MAX = 60; // of a long poll

    private readonly Connection $connection;
    private readonly string $idName;

    /**
     * @param int $timeout the longest silence of a connection, in seconds
     * @param ?string $caFile trusted authorities, as PEM; null: those of the machine
     * @param bool $plainHttp allows http:// to another machine, which sends the token unencrypted
     * @param string $fieldWord the word in platformTransactionId
     * @param ?\Closure(string, float): void $onPause gets the reason and the seconds before a call is repeated
     */
    public function __construct(
        string $url,
        string $token,
        float $retryFor = 30,
        int $timeout = 60,
        int $connectTimeout = 10,
        ?string $caFile = null,
        bool $plainHttp = false,
        string $fieldWord = 'platform',
        string $userAgent = 'tradepost-php/0.9.0',
        ?\Closure $onPause = null,
    ) {
        if (!preg_match('/^[!-~]+$/D', $token)) {
            throw new \InvalidArgumentException('The token of a participant is needed: tp_live_… or tp_test_….');
        }
        $headers = ['Accept: application/json', "Authorization: Bearer $token", "User-Agent: $userAgent", 'Expect:'];
        $this->idName = $fieldWord . 'TransactionId';
        $this->connection = new Connection(
            $url, $headers, $retryFor, $timeout, $connectTimeout, $caFile, $plainHttp, $onPause,
        );
    }

    /**
     * The answer to any request of the interface, as JSON; null if it has no body.
     *
     * @param bool $isRepeatable false: a repeat of the request would have another effect
     */
    public function ask(string $method, string $path, mixed $body = null, bool $isRepeatable = true): mixed
    {
        $text = $body === null ? null : Json::write($body);
        return $this->read($this->connection->ask($method, $path, $text, isRepeatable: $isRepeatable));
    }

    /** Returns if the URL and the token are good. */
    public function ping(): void
    {
        $this->ask('GET', '/v2/ping');
    }

    // Sending

    /**
     * Sends a document with `type` and `content`, or the content alone if `type` is given. A text is sent as it is.
     *
     * A duplicate is no error. `key` is the Idempotency-Key of all tries: best the id of the export in your own system.
     *
     * @param array<string, mixed>|string $document
     */
    public function send(array|string $document, ?string $type = null, ?string $key = null): Sent
    {
        if ($key !== null && !preg_match('/^[ -~]{1,255}$/D', $key)) {
            throw new \InvalidArgumentException('A key has 1 to 255 printable ASCII characters.');
        }
        $headers = $key === null ? [] : ["Idempotency-Key: $key"];
        $answer = $this->connection->ask('POST', '/v2/transactions', self::bodyOf($document, $type), $headers);
        $said = $this->said($answer);
        $id = $said[$this->idName] ?? '';
        if ($id !== '' && in_array($answer->status, [201, 202], true)) {
            return new Sent($id, $answer->status === 202, false, Finding::listOf($said['warnings'] ?? []));
        }
        if ($id !== '' && $answer->status === 400) {
            // If this answers a repeat, the first attempt arrived and its answer was lost.
            return new Sent($id, false, $answer->attempts === 1);
        }
        throw $answer->status < 300 ? ExchangeError::notAnExchange($answer->status) : $this->errorOf($answer);
    }

    /**
     * One result for each document, in their order. A refused document does not keep the others.
     *
     * If the exchange is unreachable or busy, the error ends the call: the whole call may be repeated.
     *
     * @param iterable<array<string, mixed>|string> $documents
     * @param ?callable(array<string, mixed>|string): string $key
     * @return list<Sent|ExchangeError>
     */
    public function sendAll(iterable $documents, ?string $type = null, ?callable $key = null): array
    {
        $results = [];
        foreach ($documents as $document) {
            try {
                $results[] = $this->send($document, $type, $key === null ? null : $key($document));
            } catch (ExchangeError $error) {
                if (in_array($error->status, [401, 403, 429], true) || $error->status >= 500) {
                    throw $error;
                }
                $results[] = $error;
            }
        }
        return $results;
    }

    /**
     * What `send` would say, without sending.
     *
     * @param array<string, mixed>|string $document
     */
    public function validate(array|string $document, ?string $type = null): Validation
    {
        $answer = $this->connection->ask('POST', '/v2/transactions/validate', self::bodyOf($document, $type));
        $said = $this->read($answer);
        return new Validation(
            $said['valid'],
            $said['faultCount']->toInt(),
            Finding::listOf($said['faults']),
            Finding::listOf($said['warnings']),
            $said['recipient'],
        );
    }

    // Receiving

    /**
     * All documents that wait for a report, oldest first. Reading changes nothing.
     *
     * If there is none, the call waits up to `wait` seconds for the first, 60 at most. `stop` ends the walk.
     *
     * @param ?callable(): bool $stop
     * @return \Generator<int, Listed<IncomingTransaction>>
     */
    public function pending(?string $type = null, int $perPage = 100, int $wait = 0, ?callable $stop = null): \Generator
    {
        $stop = $stop === null ? null : \Closure::fromCallable($stop);
        try {
            yield from $this->walk('/v2/transactions', $perPage, ['type' => $type], min($wait, self::WAIT_MAX), $stop);
        } catch (Stopped) {
            return;
        }
    }

    /**
     * A document that was reported on is not pending any more. Store it before.
     *
     * @param 'DATA'|'INTERNAL'|null $errorType
     * @param array<string, string> $context
     */
    public function report(
        string $id,
        bool $success = true,
        ?string $reason = null,
        ?string $errorType = null,
        array $context = [],
    ): Reported {
        $report = new Report($id, $success, $reason, $errorType, $context);
        $said = $this->ask('POST', '/v2/transactions/' . rawurlencode($id), $report->body())['data'];
        return new Reported($id, true, null, $said['message'], $said['errorUrl'] ?? null);
    }

    /**
     * Reports in bulks; an id alone is a success. One result for each, in their order.
     *
     * A report that is not taken does not keep the others. After an error, the whole call may be repeated.
     *
     * @param iterable<string|Report> $reports
     * @return list<Reported>
     */
    public function reportAll(iterable $reports): array
    {
        $results = $bulk = [];
        $bytes = 0;
        foreach ($reports as $given) {
            $report = is_string($given) ? new Report($given) : $given;
            $results[] = $result = new Reported($report->id);
            $bulk[] = [$report, $result];
            $bytes += $report->size();
            if (count($bulk) === self::REPORTS_MAX || $bytes > self::REPORT_BYTES_MAX) {
                $this->reportBulk($bulk);
                [$bulk, $bytes] = [[], 0];
            }
        }
        $this->reportBulk($bulk);
        return $results;
    }

    /**
     * Calls `handler` for each pending document and reports it, until `stop`; with `once`, until none is pending.
     *
     * If the handler returns, the document is reported as processed. If it throws Rejected, the document is reported as
     * failed. Any other error ends the loop without a report, and the document comes again.
     *
     * @param callable(Listed<IncomingTransaction>): mixed $handler
     * @param ?callable(): bool $stop
     * @return int the number of reported documents
     */
    public function receive(
        callable $handler,
        ?string $type = null,
        int $wait = 20,
        bool $once = false,
        ?callable $stop = null,
        int $perPage = 100,
    ): int {
        $stop = $stop === null ? static fn() => false : \Closure::fromCallable($stop);
        $reported = 0;
        while (!$stop()) {
            [$isSeen, $before] = [false, $reported];
            foreach ($this->pending($type, $perPage, $once ? 0 : $wait, $stop) as $listed) {
                if ($stop()) {
                    break;
                }
                $isSeen = true;
                if ($listed->document['isLatestVersion']) {
                    $this->handle($handler, $listed);
                    $reported++;
                }
            }
            if ($reported === $before && $once) {
                break;
            }
            if ($reported === $before && $isSeen) {
                Connection::rest(1, null); // superseded documents only: they leave the queue by themselves
            }
        }
        return $reported;
    }

    // History

    /**
     * Documents that were sent or received, newest first.
     *
     * @param array{type?: string, flow?: string, status?: string, created_between?: string, direction?: string,
     *     identifier?: string, partner?: string, sscc?: string} $filters
     * @return \Generator<int, Listed<Transaction>>
     */
    public function allTransactions(array $filters = [], int $perPage = 100): \Generator
    {
        yield from $this->walk('/v2/all-transactions', $perPage, $filters);
    }

    /** @return Transaction */
    public function transaction(string $id): array
    {
        return $this->ask('GET', '/v2/all-transactions/' . rawurlencode($id))['data'];
    }

    /** @return \Generator<int, Event> */
    public function events(string $id): \Generator
    {
        foreach ($this->pages('/v2/all-transactions/' . rawurlencode($id) . '/events', 100, []) as [$page]) {
            foreach ($page['items'] as $event) {
                yield $event;
            }
        }
    }

    /** Delivers the latest version once more; the id of the new transaction. */
    public function requeue(string $id): string
    {
        $key = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
        $path = '/v2/all-transactions/' . rawurlencode($id) . '/requeue';
        return $this->read($this->connection->ask('POST', $path, null, [$key]))[$this->idName];
    }

    // Cases

    /**
     * All cases in which you take part, newest first.
     *
     * @param 'open'|'resolved'|null $status
     * @return \Generator<int, CaseHead>
     */
    public function cases(?string $status = null, int $perPage = 100): \Generator
    {
        foreach ($this->pages('/v2/errors', $perPage, ['status' => $status]) as [$page]) {
            foreach ($page['items'] as $case) {
                yield $case;
            }
        }
    }

    /** @return Case */
    public function findCase(string $id): array
    {
        return $this->ask('GET', '/v2/errors/' . rawurlencode($id))['data'];
    }

    /** @return Case */
    public function commentOnCase(string $id, string $comment): array
    {
        return $this->changeCase($id, ['comment' => $comment]);
    }

    /** @return Case */
    public function resolveCase(string $id, ?string $comment = null): array
    {
        return $this->changeCase($id, ['status' => 'resolved', ...($comment === null ? [] : ['comment' => $comment])]);
    }

    // The parts of these calls

    /**
     * @param array<string, string> $change
     * @return Case
     */
    private function changeCase(string $id, array $change): array
    {
        // A repeated comment would be kept twice.
        return $this->ask('PATCH', '/v2/errors/' . rawurlencode($id), $change, !isset($change['comment']))['data'];
    }

    /** @param Listed<IncomingTransaction> $listed */
    private function handle(callable $handler, Listed $listed): void
    {
        try {
            $handler($listed);
        } catch (Rejected $rejected) {
            $this->report($listed->id, false, $rejected->reason, $rejected->errorType, $rejected->context);
            return;
        }
        $this->report($listed->id);
    }

    /** @param list<array{Report, Reported}> $bulk */
    private function reportBulk(array $bulk): void
    {
        while ($bulk !== []) { // each round takes out at least one report
            $items = array_map(fn(array $pair) => [$this->idName => $pair[0]->id, ...$pair[0]->body()], $bulk);
            $body = Json::write(['items' => $items]);
            $answer = $this->connection->ask('POST', '/v2/transactions/bulk/mark-processed', $body);
            $said = $this->said($answer);
            if ($answer->status < 300) {
                foreach ($said['data'] as $index => $outcome) {
                    $result = $bulk[$index][1];
                    [$result->isTaken, $result->message] = [true, $outcome['message']];
                    $result->errorUrl = $outcome['errorUrl'] ?? null;
                }
                return;
            }
            $bad = $answer->status === 422 ? $said['items'] ?? [] : [];
            if ($bad === []) {
                throw $this->errorOf($answer);
            }
            foreach ($bad as $item) {
                $index = $item['index']->toInt();
                $result = $bulk[$index][1];
                $result->code = $result->message = $item['code'];
                foreach (Finding::listOf($said['faults'] ?? []) as $finding) {
                    if (str_starts_with($finding->path, "items.$index.")) {
                        $result->message = $finding->message;
                        break;
                    }
                }
                unset($bulk[$index]);
            }
            $bulk = array_values($bulk);
        }
    }

    /**
     * @param array<string, ?string> $filters
     * @param ?\Closure(): bool $stop
     * @return \Generator<int, Listed<array<string, mixed>>>
     */
    private function walk(string $path, int $perPage, array $filters, int $wait = 0, ?\Closure $stop = null): \Generator
    {
        foreach ($this->pages($path, $perPage, $filters, $wait, $stop) as [$page, $texts]) {
            foreach ($page['items'] as $index => $item) {
                yield new Listed($item[$this->idName], $item, $texts[$index]);
            }
        }
    }

    /**
     * Only hasMore ends a list: a short page does not.
     *
     * @param array<string, ?string> $filters
     * @param ?\Closure(): bool $stop
     * @return \Generator<int, array{array<string, mixed>, list<string>}>
     */
    private function pages(
        string $path,
        int $perPage,
        array $filters,
        int $wait = 0,
        ?\Closure $stop = null,
    ): \Generator {
        $query = ['per_page' => $perPage, 'filter' => array_filter($filters)];
        $headers = $wait > 0 ? ["Prefer: wait=$wait"] : [];
        while (true) {
            $target = $path . '?' . http_build_query($query, encoding_type: PHP_QUERY_RFC3986);
            $answer = $this->connection->ask('GET', $target, null, $headers, wait: $wait, stop: $stop);
            [$page, $texts] = $this->read($answer, Json::readPage(...));
            yield [$page, $texts];
            if (!$page['hasMore']) {
                return;
            }
            if (in_array($page['nextCursor'], [null, $query['cursor'] ?? null], true)) {
                throw ExchangeError::notAnExchange($answer->status);
            }
            [$query['cursor'], $headers, $wait] = [$page['nextCursor'], [], 0];
        }
    }

    private function said(Answer $answer, ?\Closure $read = null): mixed
    {
        try {
            return $answer->body === '' ? null : ($read ?? Json::read(...))($answer->body);
        } catch (JsonError) {
            return null;
        }
    }

    /** What a good answer says. */
    private function read(Answer $answer, ?\Closure $read = null): mixed
    {
        if ($answer->status >= 300) {
            throw $this->errorOf($answer);
        }
        $said = $this->said($answer, $read);
        return $said === null && $answer->status !== 204 ? throw ExchangeError::notAnExchange($answer->status) : $said;
    }

    private function errorOf(Answer $answer): ExchangeError
    {
        $said = $this->said($answer);
        $said = is_array($said) ? $said : [];
        $isBusy = $answer->status === 429 || $answer->status >= 500; // a proxy before the exchange has words of its own
        if (!isset($said['message']) && !$isBusy) {
            return ExchangeError::notAnExchange($answer->status);
        }
        return new ExchangeError(
            $answer->status,
            $said['code'] ?? '',
            $said['message'] ?? "The status is $answer->status.",
            $said,
            $answer->retryAfter(),
            $answer->headers['x-request-id'] ?? null,
        );
    }

    /** @param array<string, mixed>|string $document */
    private static function bodyOf(array|string $document, ?string $type): string
    {
        $text = is_string($document) ? $document : Json::write($document);
        return $type === null ? $text : '{"type":' . Json::write($type) . ",\"content\":$text}";
    }
}

<?php
declare(strict_types=1);

namespace Tradepost;

/**
 * An item of a list. Every number in `document` is a Decimal.
 *
 * @template T of array
 */
final class Listed
{
    /** @param T $document */
    public function __construct(
        public readonly string $id,
        public readonly array $document, // type, content, isLatestVersion, …
        public readonly string $text, // the item, byte for byte as the exchange gave it
    ) {
    }
}

final class Sent
{
    /** @param list<Finding> $warnings */
    public function __construct(
        public readonly string $id, // of the transaction; of a duplicate, the one that was there
        public readonly bool $isHeld, // until the recipient accepts the sender as a partner
        public readonly bool $isDuplicate, // the exchange had the document before this call
        public readonly array $warnings = [],
    ) {
    }
}

/** @phpstan-import-type ParticipantName from Documents */
final class Validation
{
    /**
     * @param list<Finding> $findings
     * @param list<Finding> $warnings
     * @param ?ParticipantName $recipient
     */
    public function __construct(
        public readonly bool $isValid,
        public readonly int $faultCount, // of which at most 1,000 are named
        public readonly array $findings,
        public readonly array $warnings,
        public readonly ?array $recipient,
    ) {
    }
}

/** The result of a document in the recipient's own system. */
final class Report
{
    /**
     * @param ?string $reason why it failed: the sender's clerk reads this
     * @param 'DATA'|'INTERNAL'|null $errorType DATA: the sender has to act; INTERNAL: the recipient
     * @param array<string, string> $context
     */
    public function __construct(
        public readonly string $id,
        public readonly bool $success = true,
        public readonly ?string $reason = null,
        public readonly ?string $errorType = null,
        public readonly array $context = [],
    ) {
    }

    /** @return array<string, mixed> */
    public function body(): array
    {
        $given = ['reason' => $this->reason, 'errorType' => $this->errorType];
        $context = $this->context ? ['errorContext' => new \ArrayObject($this->context)] : [];
        return ['success' => $this->success, ...array_filter($given), ...$context];
    }

    public function size(): int
    {
        $texts = [$this->reason ?? '', ...array_keys($this->context), ...array_values($this->context)];
        return array_sum(array_map(static fn($text) => strlen((string)$text), $texts));
    }
}

/** The answer to a report. */
final class Reported
{
    public function __construct(
        public readonly string $id,
        public bool $isTaken = false,
        public ?string $code = null, // if it was not taken: unknown, conflict or malformed
        public string $message = '',
        public ?string $errorUrl = null, // the page of the case that a failure opened
    ) {
    }
}

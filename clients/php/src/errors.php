<?php
declare(strict_types=1);

namespace Tradepost;

/** A text that is not JSON, or a value that cannot be written as JSON. */
final class JsonError extends \UnexpectedValueException
{
}

/** A fault or a warning at one place of a document or of a request. */
final class Finding
{
    public function __construct(
        public readonly string $path, // content.items.0.quantity
        public readonly string $code, // for programs: invoice.item.identifiers.missing
        public readonly string $message, // for people
    ) {
    }

    /** @return list<self> */
    public static function listOf(mixed $faults): array
    {
        $list = is_array($faults) ? array_values(array_filter($faults, is_array(...))) : [];
        return array_map(
            static fn(array $one) => new self($one['path'] ?? '', $one['code'] ?? '', $one['message'] ?? ''),
            $list,
        );
    }
}

/** The exchange answered, and refuses. */
final class ExchangeError extends \RuntimeException
{
    /** @var string for people */
    public $message = '';
    /** @var string for programs: not_found, duplicate; not_an_exchange if the answer is not one of an exchange */
    public $code = '';
    /** Tells causes apart that have the same code. */
    public readonly ?string $detailCode;
    /** @var list<Finding> */
    public readonly array $findings;
    /** The page of the case that a rejection opened. */
    public readonly ?string $errorUrl;
    /** The name of the request in the log of the exchange. */
    public readonly ?string $requestId;

    /**
     * @param array<mixed> $said the answer
     * @param ?int $retryAfter seconds
     */
    public function __construct(
        public readonly int $status,
        string $code,
        string $message,
        array $said = [],
        public readonly ?int $retryAfter = null,
        ?string $requestId = null,
    ) {
        parent::__construct($message);
        $this->code = $code;
        $this->detailCode = $said['detailCode'] ?? null;
        $this->findings = Finding::listOf($said['faults'] ?? []);
        $this->errorUrl = $said['errorUrl'] ?? null;
        $this->requestId = $said['requestId'] ?? $requestId;
    }

    public static function notAnExchange(int $status): self
    {
        return new self($status, 'not_an_exchange', "The answer is not that of an exchange (status $status).");
    }
}

/** The exchange could not be reached within `retryFor`, or its answer was lost. */
final class NoAnswer extends \RuntimeException
{
}

/** A webhook call that does not come from the exchange, or is too old. */
final class SignatureError extends \UnexpectedValueException
{
}

/** A handler of `receive` throws it to report that the document could not be processed. */
final class Rejected extends \RuntimeException
{
    /**
     * @param string $reason the sender reads it
     * @param 'DATA'|'INTERNAL' $errorType DATA: the sender has to act; INTERNAL: you have to
     * @param array<string, string> $context anything that helps to find the cause
     */
    public function __construct(
        public readonly string $reason,
        public readonly string $errorType = 'DATA',
        public readonly array $context = [],
    ) {
        parent::__construct($reason);
    }
}

/** @internal The stop signal ended the call. */
final class Stopped extends \RuntimeException
{
}

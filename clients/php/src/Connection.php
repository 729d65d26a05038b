<?php
declare(strict_types=1);

namespace Tradepost;

/** @internal */
final class Answer
{
    /** @param array<string, string> $headers their names in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
        public int $attempts = 1,
    ) {
    }

    /** The seconds of Retry-After, which is a number or a date. */
    public function retryAfter(): ?int
    {
        $value = $this->headers['retry-after'] ?? '';
        if (preg_match('/^[0-9]+$/D', $value)) {
            return (int)substr($value, 0, 10);
        }
        $until = strtotime($value);
        $now = strtotime($this->headers['date'] ?? '') ?: time();
        return str_ends_with($value, ' GMT') && $until !== false ? max(0, $until - $now) : null;
    }
}

/** @internal HTTP to one exchange: a connection that is kept open, and repeated calls. */
final class Connection
{
    private const ANSWER_BYTES_MAX = 64 << 20;
    private const PAUSE_FIRST = 0.2; // seconds; doubled for each try
    private const PAUSE_MAX = 10.0;

    /** The request had no effect. */
    private const UNSENT = [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT];
    /** Nobody knows whether it had one. After all other errors a repeat is of no use. */
    private const LOST = [
        CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
    ];

    public readonly string $url;
    private readonly bool $isHere;
    private readonly \CurlHandle $curl;

    /** @param list<string> $headers of every request */
    public function __construct(
        string $url,
        private readonly array $headers,
        private readonly float $retryFor,
        private readonly int $timeout,
        private readonly int $connectTimeout,
        private readonly ?string $caFile,
        bool $plainHttp,
        private readonly ?\Closure $onPause,
    ) {
        $this->url = rtrim($url, '/');
        $parts = preg_match('/^[!-~]+$/D', $this->url) ? parse_url($this->url) : false;
        $scheme = strtolower($parts['scheme'] ?? '');
        $extra = array_intersect_key($parts ?: [], ['user' => 1, 'pass' => 1, 'query' => 1, 'fragment' => 1]);
        if (!in_array($scheme, ['http', 'https'], true) || ($parts['host'] ?? '') === '' || $extra) {
            throw new \InvalidArgumentException(
                'This is not the address of an exchange. Use the form https://trade.example.org.'
            );
        }
        $this->isHere = preg_match('/^(?:localhost|\[::1\]|127\.[0-9.]+)$/Di', $parts['host']) === 1;
        if ($scheme === 'http' && !$this->isHere && !$plainHttp) {
            throw new \InvalidArgumentException(
                "$this->url is another machine, and http:// would send the token unencrypted. "
                . 'Use https://, or set plainHttp: true.'
            );
        }
        $this->curl = curl_init();
    }

    /**
     * Any answer, a refusal too.
     *
     * @param list<string> $headers
     * @param bool $isRepeatable a repeat changes nothing more
     * @param ?\Closure(): bool $stop
     * @throws NoAnswer
     * @throws Stopped
     */
    public function ask(
        string $method,
        string $path,
        ?string $body = null,
        array $headers = [],
        bool $isRepeatable = true,
        int $wait = 0,
        ?\Closure $stop = null,
    ): Answer {
        $giveUp = microtime(true) + $wait + $this->retryFor;
        for ($attempts = 1; true; $attempts++) {
            $answer = $this->attempt($method, $path, $body, $headers, $isRepeatable, $wait, $stop);
            if ($stop !== null && $stop()) {
                throw new Stopped();
            }
            if ($answer !== null) {
                $isRunning = $answer->status === 409 && isset($answer->headers['retry-after']);
                $isWorthATry = in_array($answer->status, [429, 503], true)
                    || ($isRepeatable && ($isRunning || $answer->status >= 500));
                $why = 'The exchange is busy';
            } else {
                $error = curl_errno($this->curl);
                $isUnsent = curl_getinfo($this->curl, CURLINFO_REQUEST_SIZE) === 0;
                $isLost = in_array($error, self::LOST, true);
                $isWorthATry = in_array($error, self::UNSENT, true) || ($isLost && ($isRepeatable || $isUnsent));
                $why = "The exchange at $this->url cannot be reached: " . curl_strerror($error);
            }
            $bound = min(self::PAUSE_MAX, self::PAUSE_FIRST * 2 ** min($attempts - 1, 10));
            $pause = ($answer?->retryAfter() ?? 0) + $bound * random_int(0, 1000) / 1000;
            if (!$isWorthATry || microtime(true) + $pause > $giveUp) {
                if ($answer === null) {
                    throw new NoAnswer(rtrim($why, '.') . '.');
                }
                $answer->attempts = $attempts;
                return $answer;
            }
            if ($this->onPause !== null) {
                ($this->onPause)($why, $pause);
            }
            self::rest($pause, $stop);
        }
    }

    /**
     * @param ?\Closure(): bool $stop
     * @throws Stopped
     */
    public static function rest(float $seconds, ?\Closure $stop): void
    {
        $end = microtime(true) + $seconds;
        while (($left = $end - microtime(true)) > 0) {
            if ($stop !== null && $stop()) {
                throw new Stopped();
            }
            usleep((int)(min($left, $stop === null ? 60 : 0.1) * 1e6));
        }
    }

    /**
     * @param list<string> $headers
     * @param ?\Closure(): bool $stop
     */
    private function attempt(
        string $method,
        string $path,
        ?string $body,
        array $headers,
        bool $isRepeatable,
        int $wait,
        ?\Closure $stop,
    ): ?Answer {
        $found = [];
        $text = '';
        $type = $body === null ? [] : ['Content-Type: application/json'];
        $options = [
            CURLOPT_URL => $this->url . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$this->headers, ...$headers, ...$type],
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_ACCEPT_ENCODING => '',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT => $this->connectTimeout,
            CURLOPT_LOW_SPEED_LIMIT => 1,
            CURLOPT_LOW_SPEED_TIME => $this->timeout + $wait,
            // libcurl repeats by itself a request over a connection that had ended.
            CURLOPT_FRESH_CONNECT => !$isRepeatable,
            CURLOPT_NOPROGRESS => $stop === null,
            CURLOPT_PROGRESSFUNCTION => static fn() => $stop !== null && $stop() ? 1 : 0,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$found): int {
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $found[strtolower($name)] = trim($value);
                } elseif (str_starts_with($line, 'HTTP/')) {
                    $found = []; // before it came 100 Continue, or the answer of a proxy
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($curl, string $bytes) use (&$text): int {
                $text .= $bytes;
                return strlen($text) > self::ANSWER_BYTES_MAX ? 0 : strlen($bytes);
            },
        ];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, $options);
        if ($body !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $body);
        }
        if ($this->isHere) {
            curl_setopt($this->curl, CURLOPT_PROXY, '');
        }
        if ($this->caFile !== null) {
            curl_setopt($this->curl, CURLOPT_CAINFO, $this->caFile);
        }
        return curl_exec($this->curl) === false
            ? null : new Answer(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $found, $text);
    }
}

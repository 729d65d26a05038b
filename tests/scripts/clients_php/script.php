<?php
declare(strict_types=1);

/** A process that gives the next answer to each request, and keeps the requests. '' closes the connection. */
final class Script
{
    private const BUSY = '{"code":"busy","message":"Busy."}';

    public readonly string $url;
    private readonly string $path;
    private readonly int $child;
    /** @var list<self> until the end, because a test may only keep the URL */
    private static array $all = [];

    public function __construct(string ...$answers)
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->url = 'http://' . stream_socket_get_name($listener, false);
        $this->path = tempnam(sys_get_temp_dir(), 'tradepost');
        $this->child = pcntl_fork();
        if ($this->child === 0) {
            $this->serve($listener, $answers);
            posix_kill(getmypid(), SIGKILL); // without what the parent does at its end
        }
        fclose($listener);
        self::$all[] = $this;
    }

    public function __destruct()
    {
        posix_kill($this->child, SIGKILL);
        pcntl_waitpid($this->child, $status);
        unlink($this->path);
    }

    /** @return list<string> */
    public function requests(): array
    {
        return array_slice(explode("\0", file_get_contents($this->path)), 0, -1);
    }

    public static function answer(int $status, string $body = self::BUSY, string ...$headers): string
    {
        $lines = ["HTTP/1.1 $status Any", 'Content-Length: ' . strlen($body), ...$headers];
        return implode("\r\n", $lines) . "\r\n\r\n$body";
    }

    /** @param list<string> $answers */
    private function serve(mixed $listener, array $answers): void
    {
        while ($answers && $link = stream_socket_accept($listener, PATIENCE_SECONDS)) {
            while ($answers && ($head = self::head($link)) !== '') {
                file_put_contents($this->path, "$head\0", FILE_APPEND);
                $answer = array_shift($answers);
                fwrite($link, $answer);
                if ($answer === '' || str_contains($answer, "\r\nConnection: close\r\n")) {
                    break;
                }
            }
            fclose($link);
        }
    }

    private static function head(mixed $link): string
    {
        $head = '';
        while (($line = fgets($link)) !== false && $line !== "\r\n") {
            $head .= $line;
        }
        if (preg_match('/^Content-Length: (\d+)/mi', $head, $size) && $size[1] > 0) {
            stream_get_contents($link, (int)$size[1]);
        }
        return $head;
    }
}

<?php
declare(strict_types=1);

define('ROOT', realpath(__DIR__ . '/../../..'));
const PATIENCE_SECONDS = 60;

/** The first result that is true. */
function until(string $what, callable $condition): mixed
{
    $end = microtime(true) + PATIENCE_SECONDS;
    while (microtime(true) < $end) {
        if ($result = $condition()) {
            return $result;
        }
        usleep(10_000);
    }
    throw new RuntimeException("There was no $what within " . PATIENCE_SECONDS . ' s.');
}

/** The text of an order with this number. */
function order(string $number): string
{
    return str_replace('4500871234', $number, file_get_contents(ROOT . '/examples/order/lifelike.json'));
}

/** What a program prints. */
function run(array $command, string $folder, array $environment = []): string
{
    $output = ['file', $path = tempnam(sys_get_temp_dir(), 'tradepost'), 'w'];
    $process = proc_open($command, [1 => $output, 2 => ['redirect', 1]], $pipes, $folder, $environment + getenv());
    $code = proc_close($process);
    $text = file_get_contents($path);
    unlink($path);
    return $code === 0 ? $text : throw new RuntimeException(implode(' ', $command) . " ended with $code:\n$text");
}

/** An exchange of its own, with a customer and a supplier. */
final class Network
{
    public readonly string $customer;
    public readonly string $supplier;
    private readonly string $operator;
    public string $url;
    private string $listen = '127.0.0.1:0';
    private mixed $process;

    public function __construct(private readonly string $folder, private readonly array $options = [])
    {
        $this->start();
        $this->operator = trim(file_get_contents("$folder/operator-token"));
        $this->command('participant', 'add', 'Musterhaus', '--identifier', 'GS1:9521002000009');
        $this->command('participant', 'add', 'Huber', '--identifier', 'GS1:9521001000000');
        $this->command('relationship', 'set', 'Musterhaus', 'Huber', '--both');
        $this->customer = $this->token('Musterhaus');
        $this->supplier = $this->token('Huber');
    }

    public function start(): void
    {
        $where = ['--data', $this->folder, '--listen', $this->listen];
        $command = [getenv('TRADEPOST_BIN'), 'serve', ...$where, ...$this->options];
        $log = ['file', "$this->folder.log", 'w'];
        $this->process = proc_open($command, [1 => $log, 2 => $log], $pipes);
        $this->url = until('server', function (): ?string {
            if (!$this->isRunning()) {
                throw new RuntimeException('The server ended: ' . file_get_contents("$this->folder.log"));
            }
            preg_match('/ on (http:\S+)\n/', file_get_contents("$this->folder.log"), $found);
            return $found[1] ?? null;
        });
        $this->listen = substr($this->url, strlen('http://'));
    }

    public function isRunning(): bool
    {
        return is_resource($this->process) && proc_get_status($this->process)['running'];
    }

    public function stop(int $signal = SIGTERM): void
    {
        proc_terminate($this->process, $signal);
        proc_close($this->process);
    }

    public function command(string ...$arguments): string
    {
        $environment = ['TRADEPOST_URL' => $this->url, 'TRADEPOST_OPERATOR_TOKEN' => $this->operator];
        return run([getenv('TRADEPOST_BIN'), ...$arguments], ROOT, $environment);
    }

    private function token(string $participant): string
    {
        preg_match('/^tp_\S+$/m', $this->command('token', 'create', $participant, '--name', 'ERP'), $found);
        return $found[0];
    }

    public function operate(string $method, string $path, string $body): void
    {
        $headers = "Authorization: Bearer $this->operator\r\nContent-Type: application/json";
        $http = ['method' => $method, 'header' => $headers, 'content' => $body];
        file_get_contents($this->url . $path, false, stream_context_create(['http' => $http]));
    }
}

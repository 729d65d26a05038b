<?php
// The blocks of the package's README, which every_test.php pasted in one shell.
declare(strict_types=1);

use Tradepost\Exchange;

$environment = [
    'TRADEPOST_URL' => $network->url,
    'TRADEPOST_TOKEN' => $network->supplier,
];
$paste = static fn(string ...$command) => run($command, $folder, $environment);
$as = static fn(string $token) => new Exchange($network->url, $token);
$begin = static function (array $command, array $more = []) use ($folder, $environment, $scratch): mixed {
    $log = ['file', "$scratch/log", 'w'];
    return proc_open($command, [1 => $log, 2 => $log], $pipes, $folder, $more + $environment + getenv());
};
$end = static function (mixed $process): void {
    proc_terminate($process);
    proc_close($process);
};

return [
    'pasted_blocks_send_and_report_an_order' => static function () use ($printed, $folder): void {
        [$first, $second, $item, $reported] = array_slice(explode("\n", trim($printed)), -4);
        same([$second, '4500871300 1.50', '1 reported'], [$first, $item, $reported]);
        holds(str_contains(file_get_contents("$folder/$first.json"), '"quantity":1.50}'));
    },
    'other_blocks_print_what_they_show' => static function () use ($paste, $network): void {
        $errors = $paste('env', "TRADEPOST_TOKEN=$network->customer", 'php', 'errors.php');
        holds(str_starts_with($errors, "422 invalid\n"), $errors);
        holds(str_contains($errors, "\ncontent.items order.items.too_few "), $errors);
        $decimals = $paste('php', 'decimals.php');
        holds(str_starts_with($decimals, "1.50 equals 1.5\nprice: 0.30000000000000004 is a float"), $decimals);
    },
    'webhook_block_takes_a_call' => static function () use ($as, $network, $begin, $end, $scratch): void {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($listener, false);
        fclose($listener);
        $network->operate('PUT', '/admin/webhook-targets', '{"targets": ["127.0.0.1"]}');
        $supplier = $as($network->supplier);
        $hook = $supplier->ask('POST', '/v2/profile/webhooks', ['url' => "http://$address/"]);
        $server = $begin(['php', '-S', $address, 'webhook.php'], ['WEBHOOK_SECRET' => $hook['secret']]);
        until('server', static fn() => str_contains(file_get_contents("$scratch/log"), ' started'));
        $call = $supplier->ask('POST', "/v2/profile/webhooks/{$hook['id']}/test")['data'];
        same([true, '204'], [$call['taken'], (string)$call['status']]);
        until('event', static fn() => str_contains(file_get_contents("$scratch/log"), 'webhook.test '));
        $end($server);
        $supplier->ask('DELETE', "/v2/profile/webhooks/{$hook['id']}");
    },
    'loop_of_the_page_reports_what_comes' => static function () use ($as, $network, $begin, $end, $folder): void {
        $page = file_get_contents(ROOT . '/docs/guides/clients.md');
        preg_match('/^```PHP\n(<\?php \/\/ loop\.php.*?)^```$/ms', $page, $block);
        file_put_contents("$folder/loop.php", $block[1]);
        $loop = $begin(['php', 'loop.php']);
        $customer = $as($network->customer);
        $id = $customer->send(order(bin2hex(random_bytes(6))))->id;
        until('report', static fn() => $customer->transaction($id)['status'] === 'SUCCESS');
        $end($loop);
        holds(filesize("$folder/$id.json") > 1_000);
    },
];

<?php
// A call that the binary makes is verified; a changed, old or foreign one is refused.
declare(strict_types=1);

use Tradepost\Exchange;
use Tradepost\SignatureError;
use function Tradepost\verifyWebhook;

$listener = stream_socket_server('tcp://127.0.0.1:0');
$network->operate('PUT', '/admin/webhook-targets', '{"targets": ["127.0.0.1"]}');
$owner = new Exchange($network->url, $network->supplier);
$hook = $owner->ask('POST', '/v2/profile/webhooks', [
    'url' => 'http://' . stream_socket_get_name($listener, false) . '/',
    'events' => ['transaction.pending'],
]);
$sent = (new Exchange($network->url, $network->customer))->send(order(bin2hex(random_bytes(6))))->id;
$link = stream_socket_accept($listener, PATIENCE_SECONDS);
$headers = [];
while (($line = fgets($link)) !== "\r\n") {
    [$name, $value] = explode(':', $line, 2) + [1 => ''];
    $headers[$name] = trim($value);
}
$body = stream_get_contents($link, (int)$headers['Content-Length']);
fwrite($link, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
fclose($link);
$owner->report($sent);
$owner->ask('DELETE', "/v2/profile/webhooks/{$hook['id']}");
$secret = $hook['secret'];
$refused = static fn(string $sentence, mixed ...$call) => error_of(
    SignatureError::class, $sentence, static fn() => verifyWebhook(...$call),
);

return [
    'call_is_verified' => static function () use ($secret, $headers, $body, $sent): void {
        $event = verifyWebhook($secret, $headers, $body);
        same(['transaction.pending', $sent], [$event['type'], $event['transaction']['platformTransactionId']]);
    },
    'any_of_several_secrets_is_good' => static function () use ($secret, $headers, $body, $refused): void {
        verifyWebhook(['old', $secret], array_change_key_case($headers, CASE_UPPER), $body);
        verifyWebhook([$secret, 'new'], array_map(static fn($value) => [$value], $headers), $body);
        $refused('signature', ['old', 'new'], $headers, $body);
    },
    'changed_call_is_refused' => static function () use ($secret, $headers, $body, $refused): void {
        $refused('signature', $secret, $headers, "$body ");
        $refused('signature', $secret, $headers, '');
        $refused('signature', $secret, ['Tradepost-Timestamp' => (string)(time() + 1)] + $headers, $body);
        $refused('signature', $secret, ['Tradepost-Timestamp' => $headers['Tradepost-Timestamp']], $body);
        $refused('signature', $secret, [], $body);
    },
    'old_call_is_refused' => static function () use ($secret, $headers, $body, $refused): void {
        $at = (int)$headers['Tradepost-Timestamp'];
        $refused('too old', $secret, $headers, $body, $at + 301);
        $refused('too old', $secret, $headers, $body, $at - 301);
        $refused('too old', $secret, $headers, $body, $at + 11, 10);
        verifyWebhook($secret, $headers, $body, $at + 300);
    },
    'secret_is_needed' => static function () use ($headers, $body): void {
        foreach (['', [], ['a', '']] as $secret) {
            $verify = static fn() => verifyWebhook($secret, $headers, $body);
            error_of(InvalidArgumentException::class, 'secret of the webhook is needed', $verify);
        }
    },
];

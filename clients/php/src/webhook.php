<?php
declare(strict_types=1);

namespace Tradepost;

/**
 * The event of a webhook call. `body` is the body as it was received. While a secret is replaced, give both.
 *
 * @param string|list<string> $secret
 * @param array<string, string|list<string>> $headers
 * @return array<string, mixed> an AnyWebhookEvent of Documents
 * @throws SignatureError if no secret signed it, or its timestamp is more than `tolerance` seconds from `now`
 */
function verifyWebhook(
    string|array $secret,
    array $headers,
    string $body,
    ?int $now = null,
    int $tolerance = 300,
): array {
    $secrets = (array)$secret;
    if ($secrets === [] || in_array('', $secrets, true)) {
        throw new \InvalidArgumentException('A secret of the webhook is needed.');
    }
    $given = array_map(static fn($value) => implode(', ', (array)$value), array_change_key_case($headers));
    $timestamp = $given['tradepost-timestamp'] ?? '';
    $isKnown = false;
    foreach ($secrets as $key) { // all of them, so that the time says nothing about them
        $signature = 'v1=' . hash_hmac('sha256', "$timestamp.$body", $key);
        $isKnown = hash_equals($signature, $given['tradepost-signature'] ?? '') || $isKnown;
    }
    if (!$isKnown) {
        throw new SignatureError('The signature of the webhook call is wrong.');
    }
    if (!preg_match('/^[0-9]{1,18}$/D', $timestamp)) {
        throw new SignatureError('The timestamp of the webhook call is not a number.');
    }
    if (abs(($now ?? time()) - (int)$timestamp) > $tolerance) {
        throw new SignatureError('The webhook call is too old, or its clock or yours is wrong.');
    }
    try {
        $event = Json::read($body);
    } catch (JsonError $error) {
        throw new SignatureError("The body of the webhook call is not JSON. {$error->getMessage()}");
    }
    return is_array($event) ? $event : throw new SignatureError('The body of the webhook call is not an object.');
}

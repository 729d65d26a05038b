<?php // receive.php FOLDER: stores every pending document in a file, then reports it. PHP 8.1 with curl.
declare(strict_types=1);

function ask(string $path, ?array $body = null): string {
    $headers = ['Authorization: Bearer ' . getenv('TRADEPOST_TOKEN'), 'Content-Type: application/json'];
    $request = curl_init(getenv('TRADEPOST_URL') . $path);
    $options = [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers, CURLOPT_TIMEOUT => 60];
    if ($body !== null) $options[CURLOPT_POSTFIELDS] = json_encode($body, JSON_THROW_ON_ERROR);
    curl_setopt_array($request, $options);
    $answer = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($answer === false || $status >= 300) throw new RuntimeException("$status $answer" . curl_error($request));
    return $answer;
}

// The text of each item: a number that went through a float may be another one.
function texts_of(string $page): array {
    $begin = strpos($page, '"items":[') + strlen('"items":[');
    preg_match_all('/"(?:[^"\\\\]++|\\\\.)*+"|[{}[\]]/', $page, $tokens, PREG_OFFSET_CAPTURE, $begin);
    [$texts, $depth, $start] = [[], 0, 0];
    foreach ($tokens[0] as [$token, $at]) {
        if (($token === '{' || $token === '[') && $depth++ === 0) $start = $at;
        if (($token === '}' || $token === ']') && --$depth === 0) $texts[] = substr($page, $start, $at + 1 - $start);
        if ($depth < 0) break;
    }
    return $texts;
}

function store(string $path, string $text): void {
    $file = fopen($path, 'wb');
    $stored = $file && fwrite($file, $text) === strlen($text) && fsync($file) && fclose($file);
    if (!$stored) throw new RuntimeException("$path can't be written");
}

for ($cursor = '', $more = true; $more; [$cursor, $more] = [$page['nextCursor'], $page['hasMore']]) {
    $text = ask('/v2/transactions?per_page=100' . ($cursor ? '&cursor=' . urlencode($cursor) : ''));
    $page = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    $ids = array_column($page['items'], 'platformTransactionId');
    foreach (texts_of($text) as $at => $item) store("$argv[1]/$ids[$at].json", $item);
    if ($ids) {
        $items = array_map(fn($id) => ['platformTransactionId' => $id, 'success' => true], $ids);
        ask('/v2/transactions/bulk/mark-processed', ['items' => $items]);
        echo implode("\n", $ids), "\n";
    }
}

<?php
// every_test.php FOLDER: pastes the README, which builds the archive and installs it, and runs every test with it.
declare(strict_types=1);

error_reporting(E_ALL);
set_error_handler(static fn(int $level, string $text, string $file, int $line) => throw new ErrorException(
    $text, 0, $level, $file, $line,
));
require __DIR__ . '/network.php';
require __DIR__ . '/checks.php';

/** What the blocks print in one shell, at the root of a tree. A block that begins with a name becomes that file. */
function paste(array $blocks, string $scratch): string
{
    mkdir("$scratch/tree/build/release", recursive: true);
    symlink(getenv('TRADEPOST_BIN'), "$scratch/tree/build/release/tradepost");
    symlink(ROOT . '/clients', "$scratch/tree/clients");
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $listen = stream_socket_get_name($listener, false);
    fclose($listener);
    $script = "trap 'kill $(jobs -p)' EXIT\n";
    foreach ($blocks as [, $language, $text]) {
        preg_match('#^<\?php // (\S+)\n#', $text, $name);
        $script .= $language === 'sh' ? $text : "cat >$name[1] <<'END_OF_FILE'\n{$text}END_OF_FILE\n";
    }
    $script = str_replace('127.0.0.1:8480', $listen, $script);
    return run(['bash', '-ec', $script], "$scratch/tree", ['TRADEPOST_LISTEN' => $listen]);
}

$scratch = $argv[1];
$folder = "$scratch/my-client";
$readme = file_get_contents(ROOT . '/clients/php/README.md');
preg_match_all('/^```(\w+)\n(.*?)^```$/ms', $readme, $blocks, PREG_SET_ORDER);
$printed = paste($blocks, $scratch);
require "$folder/vendor/autoload.php";
$network = new Network("$scratch/network");
try {
    $tests = [];
    $load = static function (string $name) use ($network, $scratch, $folder, $printed): array {
        return require __DIR__ . "/{$name}_test.php";
    };
    foreach (['json', 'repeat', 'readme', 'exchange', 'webhook', 'types'] as $name) {
        $tests += $load($name);
    }
    [$passed, $failed] = verdict($tests);
} finally {
    $network->stop();
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 && $passed > 0 ? 0 : 1);

<?php
declare(strict_types=1);

function same(mixed $expected, mixed $got): void
{
    if ($expected !== $got) {
        throw new LogicException('expected ' . print_r($expected, true) . "\ngot " . print_r($got, true));
    }
}

function holds(bool $condition, string $text = ''): void
{
    same(true, $condition ?: $text);
}

/** The error that a call throws. */
function error_of(string $class, string $sentence, callable $call): Throwable
{
    try {
        $result = $call();
    } catch (Throwable $error) {
        if (!$error instanceof $class) {
            throw $error;
        }
        holds(str_contains($error->getMessage(), $sentence), $error->getMessage());
        return $error;
    }
    throw new LogicException("there was no $class but " . print_r($result, true));
}

/** Runs the tests, which are functions with names. @return array{int, int} passed and failed */
function verdict(array $tests): array
{
    $failed = 0;
    foreach ($tests as $name => $test) {
        try {
            $test();
        } catch (Throwable $error) {
            $failed++;
            echo "FAILED $name\n", get_class($error), ' ', $error->getMessage(), "\n", $error->getTraceAsString(), "\n";
        }
    }
    return [count($tests) - $failed, $failed];
}

<?php
declare(strict_types=1);

namespace Tradepost;

/**
 * JSON whose numbers keep their digits: every number is a Decimal, and a float is refused.
 *
 * An object is an array with names, and a list is an array without. An object that would look like a list as an array,
 * such as {}, is an \ArrayObject, which is used like an array.
 */
final class Json
{
    public const DEPTH_MAX = 128; // the exchange takes 64 levels in a document

    private int $at = 0;
    private int $depth = 0;
    private string $name = '';
    /** @var list<string> */
    private array $itemTexts = [];

    private function __construct(private readonly string $text)
    {
        if (preg_match('//u', $text) !== 1) {
            throw new JsonError('The text is not UTF-8.');
        }
    }

    /** @throws JsonError if the text is not JSON, repeats a name, or is nested too deeply */
    public static function read(string $text): mixed
    {
        return (new self($text))->whole();
    }

    /**
     * The value of a page, and the text of each element of its `items`, byte for byte.
     *
     * @return array{mixed, list<string>}
     * @throws JsonError
     */
    public static function readPage(string $text): array
    {
        $reader = new self($text);
        return [$reader->whole(), $reader->itemTexts];
    }

    /** @throws JsonError for a float, a text that is not UTF-8, another object, or a deep nesting */
    public static function write(mixed $value): string
    {
        return self::written($value, []);
    }

    private function whole(): mixed
    {
        $this->pass();
        $value = $this->value();
        return $this->at === strlen($this->text) ? $value : $this->fail();
    }

    private function value(): mixed
    {
        $next = $this->text[$this->at] ?? '';
        if ($next === '{' || $next === '[') {
            if (++$this->depth > self::DEPTH_MAX) {
                throw new JsonError('The text is nested more than ' . self::DEPTH_MAX . ' levels deep.');
            }
            $value = $next === '{' ? $this->object() : $this->list();
            $this->depth--;
        } elseif ($next === '"') {
            $value = $this->string();
        } elseif (preg_match('/-?[0-9][-+.0-9eE]*+/A', $this->text, $found, 0, $this->at)) {
            $value = new Decimal($found[0]);
            $this->at += strlen($found[0]);
        } elseif (preg_match('/(?:true|false|null)\b/A', $this->text, $found, 0, $this->at)) {
            $value = ['true' => true, 'false' => false, 'null' => null][$found[0]];
            $this->at += strlen($found[0]);
        } else {
            $this->fail();
        }
        $this->pass();
        return $value;
    }

    /** @return array<mixed>|\ArrayObject<string, mixed> */
    private function object(): array|\ArrayObject
    {
        $members = [];
        for ($end = $this->begin('}'); !$end; $end = $this->end('}')) {
            $name = ($this->text[$this->at] ?? '') === '"' ? $this->string() : $this->fail();
            if (array_key_exists($name, $members)) {
                $shown = substr(self::quoted($name, []), 0, 80);
                throw new JsonError("The name $shown is repeated in one object.");
            }
            if ($this->depth === 1) {
                $this->name = $name;
            }
            $this->pass();
            $this->take(':');
            $members[$name] = $this->value();
        }
        return array_is_list($members) ? new \ArrayObject($members) : $members;
    }

    /** @return list<mixed> */
    private function list(): array
    {
        $elements = [];
        $areItems = $this->depth === 2 && $this->name === 'items';
        for ($end = $this->begin(']'); !$end; $end = $this->end(']')) {
            $begin = $this->at;
            $elements[] = $this->value();
            if ($areItems) {
                $this->itemTexts[] = rtrim(substr($this->text, $begin, $this->at - $begin), " \t\n\r");
            }
        }
        return $elements;
    }

    private function string(): string
    {
        $begin = $this->at++;
        while (true) {
            $this->at += strcspn($this->text, '"\\', $this->at);
            if (($this->text[$this->at] ?? '') !== '\\') {
                break;
            }
            $this->at = min($this->at + 2, strlen($this->text));
        }
        $this->at++;
        $value = json_decode(substr($this->text, $begin, $this->at - $begin));
        if (json_last_error() === JSON_ERROR_UTF16) {
            throw new JsonError("The text has half of a surrogate pair after byte $begin.");
        }
        if (!is_string($value)) {
            throw new JsonError("The text is not JSON: the string at byte $begin is wrong.");
        }
        return $value;
    }

    /** Whether the object or list that begins here is empty. */
    private function begin(string $close): bool
    {
        $this->at++;
        $this->pass();
        return ($this->text[$this->at] ?? '') === $close && $this->at++ >= 0;
    }

    /** Whether the object or list ends here; otherwise another element follows. */
    private function end(string $close): bool
    {
        if (($this->text[$this->at] ?? '') === $close) {
            $this->at++;
            return true;
        }
        $this->take(',');
        return false;
    }

    private function take(string $mark): void
    {
        if (($this->text[$this->at] ?? '') !== $mark) {
            $this->fail();
        }
        $this->at++;
        $this->pass();
    }

    private function pass(): void
    {
        $this->at += strspn($this->text, " \t\n\r", $this->at);
    }

    private function fail(): never
    {
        throw new JsonError("The text is not JSON: byte $this->at is wrong.");
    }

    /** @param list<string|int> $path */
    private static function written(mixed $value, array $path): string
    {
        if (count($path) > self::DEPTH_MAX) {
            throw new JsonError('The value is nested more than ' . self::DEPTH_MAX . ' levels deep.');
        }
        return match (true) {
            $value === null => 'null',
            is_bool($value) => $value ? 'true' : 'false',
            is_string($value) => self::quoted($value, $path),
            is_int($value), $value instanceof Decimal => (string)$value,
            is_array($value) && array_is_list($value) => self::writtenList($value, $path),
            is_array($value), $value instanceof \ArrayObject, $value instanceof \stdClass =>
                self::writtenObject($value, $path),
            is_float($value) => throw new JsonError(sprintf(
                '%1$s%2$s is a float, whose digits are not exact. Use new Decimal(\'%2$s\').',
                self::place($path),
                var_export($value, true),
            )),
            default => throw new JsonError(self::place($path) . get_debug_type($value) . ' cannot be written as JSON.'),
        };
    }

    /**
     * @param list<mixed> $list
     * @param list<string|int> $path
     */
    private static function writtenList(array $list, array $path): string
    {
        $parts = [];
        foreach ($list as $index => $element) {
            $parts[] = self::written($element, [...$path, $index]);
        }
        return '[' . implode(',', $parts) . ']';
    }

    /**
     * @param iterable<mixed>|\stdClass $object
     * @param list<string|int> $path
     */
    private static function writtenObject(iterable|\stdClass $object, array $path): string
    {
        $parts = [];
        foreach ($object as $name => $member) {
            $parts[] = self::quoted((string)$name, $path) . ':' . self::written($member, [...$path, $name]);
        }
        return '{' . implode(',', $parts) . '}';
    }

    /** @param list<string|int> $path */
    private static function quoted(string $text, array $path): string
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return json_encode($text, $flags) ?: throw new JsonError(self::place($path) . 'The text is not UTF-8.');
    }

    /** @param list<string|int> $path */
    private static function place(array $path): string
    {
        return $path === [] ? '' : implode('.', $path) . ': ';
    }
}

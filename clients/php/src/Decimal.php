<?php
declare(strict_types=1);

namespace Tradepost;

/** A number with the digits that were sent: 1.50 stays 1.50. */
final class Decimal implements \Stringable
{
    public readonly string $text;

    /** @throws JsonError if the text is not a number of JSON */
    public function __construct(string|int $number)
    {
        $text = (string)$number;
        if (!preg_match('/^-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?$/D', $text)) {
            $shown = json_encode(substr($text, 0, 40), JSON_INVALID_UTF8_SUBSTITUTE);
            throw new JsonError("$shown is not a number of JSON.");
        }
        $this->text = $text;
    }

    public function __toString(): string
    {
        return $this->text;
    }

    public function equals(Decimal|string|int $other): bool
    {
        return $this->compare($other) === 0;
    }

    /** -1, 0 or 1: an exact comparison. 1.50 equals 1.5. */
    public function compare(Decimal|string|int $other): int
    {
        [$sign, $digits, $place] = $this->parts();
        [$otherSign, $otherDigits, $otherPlace] = ($other instanceof Decimal ? $other : new Decimal($other))->parts();
        if ($sign !== $otherSign || $sign === 0) {
            return $sign <=> $otherSign;
        }
        return $sign * ($place <=> $otherPlace ?: strcmp($digits, $otherDigits) <=> 0);
    }

    /** @throws JsonError if it is not a whole number, or does not fit */
    public function toInt(): int
    {
        [$sign, $digits, $place] = $this->parts();
        if ($sign === 0) {
            return 0;
        }
        if ($place < strlen($digits) || $place > 20) {
            throw new JsonError("$this->text is not a whole number that fits in an int.");
        }
        $text = ($sign < 0 ? '-' : '') . str_pad($digits, $place, '0');
        return (string)(int)$text === $text
            ? (int)$text : throw new JsonError("$this->text is not a whole number that fits in an int.");
    }

    /** @return array{int, string, int} the sign, the digits without outer zeros, and the place of the point in them */
    private function parts(): array
    {
        [$number, $exponent] = explode('e', strtolower($this->text)) + [1 => '0'];
        [$whole, $fraction] = explode('.', ltrim($number, '-')) + [1 => ''];
        $digits = ltrim($whole . $fraction, '0');
        if ($digits === '') {
            return [0, '', 0];
        }
        // An exponent beyond an int saturates: such numbers are only compared by it.
        $place = max(-1 << 60, min(1 << 60, (int)$exponent)) + strlen($digits) - strlen($fraction);
        return [$number[0] === '-' ? -1 : 1, rtrim($digits, '0'), $place];
    }
}

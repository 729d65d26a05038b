#!/usr/bin/env python3
"""Computes the amounts of lines with rational numbers, and compares them with those in the input.

A line of the input: the packagings of the product (UNIT=FACTOR, with commas between them; the first is
the base unit), quantity, unit, price, pricing unit, its quantity (empty: not said), decimals of the
currency, and the amount ("unknown": the price is for nothing that the product has). Tabs separate the
fields.
"""
import sys
from fractions import Fraction


def rounded(number, decimals):
    """Half away from zero."""
    units, rest = divmod(abs(number) * 10**decimals, 1)
    units += rest >= Fraction(1, 2)
    return (-1 if number < 0 else 1) * Fraction(units, 10**decimals)


def decimals_in(text):
    return len(text.partition(".")[2])


def amount_of(packagings, quantity, unit, price, priced, per, decimals):
    """The amount, or None if the price is for nothing that the product has."""
    base = next(iter(packagings))
    factor = packagings.get(priced or unit)
    if factor is None:
        return None
    value = Fraction(quantity) * packagings[unit] * Fraction(price)
    if not per or Fraction(per) == 1:
        return rounded(value / factor, decimals)
    smaller = (factor / one for one in packagings.values() if one < factor)
    if any(rounded(ratio, decimals_in(per)) == Fraction(per) for ratio in smaller):
        return rounded(value / factor, decimals)
    if (priced or unit) == base:
        return rounded(value / Fraction(per), decimals)
    return None


def main():
    count = 0
    for row in sys.stdin:
        levels, quantity, unit, price, priced, per, decimals, found = row.rstrip("\n").split("\t")
        packagings = {name: Fraction(factor) for name, factor in (one.split("=") for one in levels.split(","))}
        amount = amount_of(packagings, quantity, unit, price, priced, per, int(decimals))
        if amount != (None if found == "unknown" else Fraction(found)):
            sys.exit(f"{row.rstrip()}: expected {amount}")
        count += 1
    print(f"{count} lines agree")


main()

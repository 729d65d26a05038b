#include "document/amounts/fraction.hpp"

#include <fmt/format.h>

#include "base/ground/check.hpp"
#include "document/amounts/amounts.hpp"

namespace tradepost::document {

std::optional<Fraction> Fraction::ratio(const Decimal& numerator, const Decimal& denominator) {
  if (denominator <= Decimal()) return std::nullopt;
  return Fraction(numerator, denominator);
}

Fraction Fraction::plus(const Fraction& addend) const {
  return {sum(product(numerator_, addend.denominator_), product(addend.numerator_, denominator_)),
          product(denominator_, addend.denominator_)};
}

Fraction Fraction::times(const Fraction& factor) const {
  return {product(numerator_, factor.numerator_), product(denominator_, factor.denominator_)};
}

Fraction Fraction::over(const Fraction& divisor) const {
  CHECK(divisor.numerator_ > Decimal());
  return {product(numerator_, divisor.denominator_), product(denominator_, divisor.numerator_)};
}

// Divides digit by digit (long division).
Decimal Fraction::rounded(int decimals) const {
  if (denominator_ == Decimal(1)) return money(numerator_, decimals);
  const Decimal sign(numerator_.is_negative() ? -1 : 1);
  const Decimal tenth = decimal("0.1");
  Decimal rest = product(numerator_, sign);
  Decimal digit(1);  // the value of one unit of the digit
  Decimal part = denominator_;
  for (; rest >= part; part = product(part, decimal("1e1"))) digit = product(digit, decimal("1e1"));
  const Decimal last = decimal(fmt::format("1e-{}", decimals));
  Decimal result;
  for (; digit >= last; digit = product(digit, tenth), part = product(part, tenth)) {
    for (; rest >= part; rest = difference(rest, part)) result = sum(result, digit);
  }
  if (rest >= product(part, Decimal(5))) result = sum(result, last);
  return money(product(result, sign), decimals);
}

std::weak_ordering Fraction::operator<=>(const Fraction& other) const {
  return product(numerator_, other.denominator_) <=> product(other.numerator_, denominator_);
}

}  // namespace tradepost::document

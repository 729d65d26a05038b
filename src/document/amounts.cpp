#include "document/amounts.hpp"

#include "base/ground/check.hpp"

namespace tradepost::document {

Decimal decimal(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  CHECK(parsed);
  return *parsed;
}

std::optional<Decimal> amount_of(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  if (!parsed) return std::nullopt;
  const Decimal bound(1'000'000'000);
  if (*parsed > bound || difference(Decimal(), bound) > *parsed) return std::nullopt;
  // The plain zero of 0e-300 has no such exponent.
  const Decimal rounded = parsed->is_zero() ? Decimal() : parsed->rounded(6);
  return rounded == *parsed ? std::optional(rounded) : std::nullopt;
}

std::optional<Decimal> amount_in(const View& value) {
  return value && value.is_number() ? amount_of(value.scalar()) : std::nullopt;
}

Decimal sum(const Decimal& one, const Decimal& other) {
  const auto result = one.plus(other);
  CHECK(result);
  return *result;
}

Decimal difference(const Decimal& one, const Decimal& other) {
  return sum(one, product(other, Decimal(-1)));
}

Decimal product(const Decimal& one, const Decimal& other) {
  const auto result = one.times(other);
  CHECK(result);
  return *result;
}

// By hand: digit after digit.
std::optional<Decimal> quotient(const Decimal& dividend, const Decimal& divisor) {
  if (divisor.is_zero()) return std::nullopt;
  const auto size = [](const Decimal& of) {
    return of.is_negative() ? product(of, Decimal(-1)) : of;
  };
  Decimal rest = size(dividend);
  Decimal result;
  Decimal step(1'000'000'000'000'000);
  for (int place = 15; place >= -6; --place) {
    const Decimal taken = product(size(divisor), step);
    for (; rest >= taken; rest = difference(rest, taken)) result = sum(result, step);
    step = product(step, decimal("0.1"));
  }
  if (!rest.is_zero()) return std::nullopt;
  const auto plain = amount_of(result.to_string());
  if (!plain || dividend.is_negative() == divisor.is_negative()) return plain;
  return product(*plain, Decimal(-1));
}

Decimal money(const Decimal& amount) {
  return product(amount, decimal("1.00")).rounded(2);
}

Decimal percent_of(const Decimal& amount, const Decimal& percentage) {
  return money(product(product(amount, percentage), decimal("0.01")));
}

}  // namespace tradepost::document

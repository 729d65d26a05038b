#include "document/amounts.hpp"

#include "base/ground/check.hpp"

namespace tradepost::document {

Decimal decimal(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  CHECK(parsed);
  return *parsed;
}

std::optional<Decimal> amount_in(const View& value) {
  if (!value || !value.is_number()) return std::nullopt;
  const auto parsed = Decimal::parse(value.scalar());
  if (!parsed) return std::nullopt;
  const Decimal bound(1'000'000'000);
  if (*parsed > bound || difference(Decimal(), bound) > *parsed) return std::nullopt;
  // The plain zero of 0e-300 has no such exponent.
  const Decimal rounded = parsed->is_zero() ? Decimal() : parsed->rounded(6);
  return rounded == *parsed ? std::optional(rounded) : std::nullopt;
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

Decimal money(const Decimal& amount) {
  return product(amount, decimal("1.00")).rounded(2);
}

Decimal percent_of(const Decimal& amount, const Decimal& percentage) {
  return money(product(product(amount, percentage), decimal("0.01")));
}

}  // namespace tradepost::document

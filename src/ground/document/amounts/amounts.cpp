#include "document/amounts/amounts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ground/check.hpp"

namespace tradepost::document {
namespace {

// Returns true for the usual form of an amount: a few digits and a few decimals.
bool is_short(std::string_view text, std::size_t decimals) {
  const auto point = std::min(text.find('.'), text.size());
  return point <= 9 && text.size() <= point + 1 + decimals &&
         text.find_first_of("eE-") == std::string_view::npos;
}

std::optional<Decimal> within_a_billion(std::string_view text, int decimals) {
  const auto parsed = Decimal::parse(text);
  if (parsed && is_short(text, static_cast<std::size_t>(decimals))) return *parsed;
  if (!parsed) return std::nullopt;
  const Decimal bound(1'000'000'000);
  if (*parsed > bound || difference(Decimal(), bound) > *parsed) return std::nullopt;
  // A plain zero has no such exponent as 0e-300.
  const Decimal rounded = parsed->is_zero() ? Decimal() : parsed->rounded(decimals);
  return rounded == *parsed ? std::optional(rounded) : std::nullopt;
}

}  // namespace

Decimal decimal(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  CHECK(parsed);
  return *parsed;
}

std::optional<Decimal> amount_of(std::string_view text) {
  return within_a_billion(text, 6);
}

std::optional<Decimal> amount_in(const View& value) {
  return value && value.is_number() ? amount_of(value.scalar()) : std::nullopt;
}

std::optional<Decimal> price_of(std::string_view text) {
  return within_a_billion(text, 9);
}

std::optional<Decimal> price_in(const View& value) {
  return value && value.is_number() ? price_of(value.scalar()) : std::nullopt;
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

int decimals_of(std::string_view currency) {
  constexpr auto whole =
      std::to_array<std::string_view>({"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW",
                                       "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"});
  constexpr auto thousandths =
      std::to_array<std::string_view>({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"});
  const auto is_one_of = [&](const auto& list) {
    return std::ranges::find(list, currency) != list.end();
  };
  if (is_one_of(whole)) return 0;
  return is_one_of(thousandths) ? 3 : cents;
}

Decimal money(const Decimal& amount, int decimals) {
  return amount.fixed(decimals);
}

Decimal percent_of(const Decimal& amount, const Decimal& percentage, int decimals) {
  static const Decimal hundredth = decimal("0.01");
  return money(product(product(amount, percentage), hundredth), decimals);
}

}  // namespace tradepost::document

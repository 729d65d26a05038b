#include "sales/ground/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

struct Bounds {
  std::int64_t size;
  int decimals;
};

std::optional<Decimal> within(std::string_view text, Bounds bounds) {
  const auto parsed = Decimal::parse(text);
  if (!parsed) return std::nullopt;
  const Decimal most(bounds.size);
  if (*parsed > most || document::product(most, Decimal(-1)) > *parsed) return std::nullopt;
  // The plain zero of 0e-300 has no such exponent.
  const Decimal rounded = parsed->is_zero() ? Decimal() : parsed->rounded(bounds.decimals);
  return rounded == *parsed ? std::optional(rounded) : std::nullopt;
}

base::Error damaged() {
  return {base::ErrorCode::damaged,
          base::CallerText("The sales database has no amount where one is due.")};
}

}  // namespace

std::string plain(const Decimal& number) {
  std::string text = number.to_string();
  if (!text.contains('.')) return text;
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

base::Result<Decimal> kept_amount(std::string_view text) {
  const auto amount = document::amount_of(text);
  if (amount) return *amount;
  return base::refuse(damaged());
}

std::optional<Decimal> price_of(std::string_view text) {
  return within(text, {.size = 1'000'000'000, .decimals = 9});
}

base::Result<Decimal> price_of_one(const Decimal& amount, std::string_view per) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> shares = {
      {{"1", "1"}, {"10", "0.1"}, {"100", "0.01"}, {"1000", "0.001"}}};
  for (const auto& [units, share] : shares) {
    if (units == per) return document::product(amount, document::decimal(share));
  }
  return base::refuse(damaged());
}

base::Result<Decimal> kept_price(std::string_view text) {
  const auto price = within(text, {.size = 1'000'000'000'000'000'000, .decimals = 18});
  if (price) return *price;
  return base::refuse(damaged());
}

std::string gtin14(std::string_view text) {
  constexpr std::size_t digits = 14;
  const bool is_number = std::ranges::all_of(text, base::is_ascii_digit);
  if (!is_number || text.size() < 8 || text.size() > digits) return {};
  return std::string(digits - text.size(), '0') + std::string(text);
}

std::string compared_identifier(std::string_view text) {
  std::string compared = base::ascii_uppered(std::string(text));
  std::erase_if(compared, [](char c) { return c == ' ' || c == '-'; });
  return compared;
}

}  // namespace tradepost::sales

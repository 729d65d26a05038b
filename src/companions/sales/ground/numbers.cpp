#include "sales/ground/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

base::Error damaged() {
  return {base::ErrorCode::damaged,
          base::CallerText("The sales database lacks an amount that is required.")};
}

}  // namespace

std::string plain(const Decimal& number) {
  std::string text = number.to_string();
  if (!text.contains('.')) return text;
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string plain(const Fraction& number) {
  constexpr int decimals_of_prices = 9;
  const Decimal rounded = number.rounded(decimals_of_prices);
  if (Fraction(rounded) == number) return plain(rounded);
  return plain(number.numerator()) + '/' + plain(number.denominator());
}

base::Result<Decimal> kept_amount(std::string_view text) {
  const auto amount = document::amount_of(text);
  if (amount) return *amount;
  return base::refuse(damaged());
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
  const auto price = document::price_of(text);
  if (price) return *price;
  return base::refuse(damaged());
}

base::Result<Fraction> kept_fraction(std::string_view text) {
  const auto slash = text.find('/');
  const auto above = Decimal::parse(text.substr(0, slash));
  const auto below =
      slash == std::string_view::npos ? Decimal(1) : Decimal::parse(text.substr(slash + 1));
  const auto fraction = above && below ? Fraction::ratio(*above, *below) : std::nullopt;
  if (fraction) return *fraction;
  return base::refuse(damaged());
}

std::optional<Fraction> factor_of(std::string_view text) {
  const auto slash = text.find('/');
  const auto above = document::amount_of(text.substr(0, slash));
  if (!above || *above <= Decimal()) return std::nullopt;
  if (slash == std::string_view::npos) return Fraction(*above);
  const auto below = document::amount_of(text.substr(slash + 1));
  const auto is_whole = [](const Decimal& part) {
    return part.is_integer() && part <= Decimal(1'000'000);
  };
  if (!below || !is_whole(*above) || !is_whole(*below)) return std::nullopt;
  return Fraction::ratio(*above, *below);
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

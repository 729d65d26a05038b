#pragma once

#include <optional>
#include <string_view>

#include "base/text/decimal.hpp"
#include "document/json/view.hpp"

// Exact amounts within bounds, so that no sum or product of them is out of range.
namespace tradepost::document {

using base::Decimal;

// Converts a number in this program's source. An invalid text fails a CHECK.
Decimal decimal(std::string_view text);
// These return a number if it is within a billion in both directions and has at most six decimals,
// and nullopt otherwise.
std::optional<Decimal> amount_of(std::string_view text);
std::optional<Decimal> amount_in(const View& value);
// These do the same for prices, which may have nine decimals.
std::optional<Decimal> price_of(std::string_view text);
std::optional<Decimal> price_in(const View& value);

Decimal sum(const Decimal& one, const Decimal& other);
Decimal difference(const Decimal& one, const Decimal& other);
Decimal product(const Decimal& one, const Decimal& other);
// Returns the decimals of a currency's smallest unit: 2 for EUR, 0 for JPY (ISO 4217). An unknown
// currency has 2.
int decimals_of(std::string_view currency);
inline constexpr int cents = 2;
// Rounds, a half away from zero, and writes all these decimals.
Decimal money(const Decimal& amount, int decimals = cents);
Decimal percent_of(const Decimal& amount, const Decimal& percentage, int decimals = cents);

}  // namespace tradepost::document

#pragma once

#include <optional>
#include <string_view>

#include "base/text/decimal.hpp"
#include "document/json/view.hpp"

// Exact amounts within bounds, so that no sum or product of them is out of range.
namespace tradepost::document {

using base::Decimal;

// Of a number in our own source.
Decimal decimal(std::string_view text);
// The number that the text is, or that stands there, if it lies within a billion in both directions
// and has six decimals at most.
std::optional<Decimal> amount_of(std::string_view text);
std::optional<Decimal> amount_in(const View& value);
// A price may have nine decimals.
std::optional<Decimal> price_of(std::string_view text);
std::optional<Decimal> price_in(const View& value);

Decimal sum(const Decimal& one, const Decimal& other);
Decimal difference(const Decimal& one, const Decimal& other);
Decimal product(const Decimal& one, const Decimal& other);
// The decimals of a currency's smallest unit: 2 of EUR, 0 of JPY (ISO 4217). 2 if the currency is
// not known.
int decimals_of(std::string_view currency);
inline constexpr int cents = 2;
// Rounded, a half away from zero, and written with that many decimals.
Decimal money(const Decimal& amount, int decimals = cents);
Decimal percent_of(const Decimal& amount, const Decimal& percentage, int decimals = cents);

}  // namespace tradepost::document

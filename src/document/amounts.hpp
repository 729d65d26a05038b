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

Decimal sum(const Decimal& one, const Decimal& other);
Decimal difference(const Decimal& one, const Decimal& other);
Decimal product(const Decimal& one, const Decimal& other);
// Nothing: it has more than six decimals, or nobody divides by zero.
std::optional<Decimal> quotient(const Decimal& dividend, const Decimal& divisor);
// To the cent, written with two decimals.
Decimal money(const Decimal& amount);
Decimal percent_of(const Decimal& amount, const Decimal& percentage);  // to the cent

}  // namespace tradepost::document

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"
#include "document/amounts/amounts.hpp"
#include "document/amounts/fraction.hpp"

// Numbers as the sales database keeps and compares them.
namespace tradepost::sales {

using base::Decimal;
using document::Fraction;

// 1.50 is 1.5, and 2.0 is 2: how somebody wrote it makes no difference between two orders.
std::string plain(const Decimal& number);
// Of a column that holds one. damaged: somebody wrote something else into it.
base::Result<Decimal> kept_amount(std::string_view text);

// A number if it has up to nine decimals, as every price has; else the ratio: 50/7.
std::string plain(const Fraction& number);

// The price for `per` units (1, 10, 100 or 1000) as that of one, which is always exact: an amount
// with six decimals, per 1000 units, has nine.
base::Result<Decimal> price_of_one(const Decimal& amount, std::string_view per);
// A price in a column.
base::Result<Decimal> kept_price(std::string_view text);
base::Result<Fraction> kept_fraction(std::string_view text);
// A factor of a packaging: an amount, or two whole numbers up to a million: 1/12. Nothing: it is
// not more than zero, or no such text.
std::optional<Fraction> factor_of(std::string_view text);

// With zeros on the left; empty: it has no GTIN's form. The check digit is not judged.
std::string gtin14(std::string_view text);
// As it is compared: upper case, without spaces and hyphens (contract 1.2).
std::string compared_identifier(std::string_view text);

}  // namespace tradepost::sales

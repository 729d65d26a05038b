#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"
#include "document/amounts/amounts.hpp"
#include "document/amounts/fraction.hpp"

// Numbers in the form in which the sales database stores and compares them.
namespace tradepost::sales {

using base::Decimal;
using document::Fraction;

// Removes trailing zeros: 1.50 becomes 1.5 and 2.0 becomes 2, so that notation makes no difference.
std::string plain(const Decimal& number);
// Parses a stored amount. damaged: the column has another text.
base::Result<Decimal> kept_amount(std::string_view text);

// Returns a decimal if nine decimals are enough, like for every price; otherwise a ratio: 50/7.
std::string plain(const Fraction& number);

// Returns the price of one unit from the price of `per` units (1, 10, 100 or 1000). It is exact: an
// amount with six decimals per 1000 units has nine.
base::Result<Decimal> price_of_one(const Decimal& amount, std::string_view per);
// Parses a stored price.
base::Result<Decimal> kept_price(std::string_view text);
base::Result<Fraction> kept_fraction(std::string_view text);
// Parses the factor of a packaging: an amount, or a ratio of whole numbers up to a million, such as
// 1/12. nullopt: the text is neither, or is not above zero.
std::optional<Fraction> factor_of(std::string_view text);

// Pads a GTIN with zeros to 14 digits. Returns an empty text for another form. The check digit is
// not checked.
std::string gtin14(std::string_view text);
// Returns the form for comparisons: upper case, without spaces and hyphens (contract 1.2).
std::string compared_identifier(std::string_view text);

}  // namespace tradepost::sales

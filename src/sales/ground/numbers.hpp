#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"
#include "document/amounts.hpp"

// Numbers as the sales database keeps and compares them.
namespace tradepost::sales {

using base::Decimal;

// 1.50 is 1.5, and 2.0 is 2: how somebody wrote it makes no difference between two orders.
std::string plain(const Decimal& number);
// Of a column that holds one. damaged: somebody wrote something else into it.
base::Result<Decimal> kept_amount(std::string_view text);

// A price of one unit has up to nine decimals: an amount with six, per 1000 units.
std::optional<Decimal> price_of(std::string_view text);
// The price for `per` units (1, 10, 100 or 1000) as that of one, which is always exact.
base::Result<Decimal> price_of_one(const Decimal& amount, std::string_view per);
// Of a column that holds one, or one times the factor of a packaging.
base::Result<Decimal> kept_price(std::string_view text);

// With zeros on the left; empty: it has no GTIN's form. The check digit is not judged.
std::string gtin14(std::string_view text);
// As it is compared: upper case, without spaces and hyphens (contract 1.2).
std::string compared_identifier(std::string_view text);

}  // namespace tradepost::sales

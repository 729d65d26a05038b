#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trade/trade.hpp"

// Documents with transport units, as a supplier sends them.
namespace tradepost::trade {

inline constexpr std::string_view pallet_sscc = "395210010002089318";

// Returns one line of goods, the minimum for a unit without inner units.
std::string line_of_goods();
// Returns {"unitIdentifier":…,"items":[…]}, without the identifier if `number` is empty.
std::string unit(std::string_view number = pallet_sscc);
// Returns a unit that contains other units.
std::string unit_of(std::string_view number, const std::vector<std::string>& inner);

// Returns the content of a notice without white space, as the exchange stores it.
std::string content_of_notice(std::string_view number, const std::vector<std::string>& units);
// Returns a notice from the supplier to `buyer`.
std::string notice(std::string_view number, const std::vector<std::string>& units,
                   std::string_view buyer = trade::customer_gln);

}  // namespace tradepost::trade

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cases/trade.hpp"

// Documents with transport units, as a supplier sends them.
namespace tradepost::labels_served {

inline constexpr std::string_view pallet_sscc = "395210010002089318";

// One line of goods: what a unit without inner units has at least.
std::string line_of_goods();
// {"unitIdentifier":…,"items":[…]}; without a number where it is empty.
std::string unit(std::string_view number = pallet_sscc);
// A unit that holds others.
std::string unit_of(std::string_view number, const std::vector<std::string>& inner);

// The content alone, without white space, as it is kept.
std::string content_of_notice(std::string_view number, const std::vector<std::string>& units);
// From the supplier to `buyer`.
std::string notice(std::string_view number, const std::vector<std::string>& units,
                   std::string_view buyer = cases_tests::customer_gln);

// What the exchange has added is cut out.
std::string without_labels(std::string text);

}  // namespace tradepost::labels_served

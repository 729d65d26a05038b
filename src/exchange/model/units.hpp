#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/model/transaction.hpp"

// Transport units of shipping notices and dispatch instruction responses (document::has_labels),
// with the numbers that they have.
namespace tradepost::exchange {

// 18 digits, with the check digit. Nothing: it has no SSCC.
std::optional<std::string> sscc_of(const Unit& unit);
// The same, of the 17 digits in front.
std::string sscc_text(std::uint64_t number);
// The 17 digits in front, of a right SSCC; white space around it does not count.
std::optional<std::uint64_t> sscc_number(std::string_view text);

// A unit with its place: `0`, or `0.1` for the second one in the first one.
struct PlacedUnit {
  std::string place;
  Unit unit;
};
// All of them, in their order.
std::vector<PlacedUnit> placed(const std::vector<Unit>& units);
// content.transportUnits.0.transportUnits.1 of 0.1
std::string path_of(std::string_view place);
// The one there, nullptr where there is none; `place` is of any content and length.
const Unit* unit_at(const std::vector<Unit>& units, std::string_view place);

// Those that units came with, each once; of many the first limits::ssccs_looked_for.
std::vector<std::uint64_t> ssccs_in(const std::vector<Unit>& units);

// As a document that is good has them, those without a unitIdentifier not numbered yet. `kept` and
// `content`: Reader::kept() and what it is of. Of more than limits::units_numbered_max one too
// many.
std::vector<Unit> units_of(Kind kind, const document::View& kept, std::string_view content);

}  // namespace tradepost::exchange

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/model/transaction.hpp"

// Transport units of shipping notices and dispatch instruction responses (document::has_labels),
// and their numbers.
namespace tradepost::exchange {

// Returns the 18 digits with the check digit; nullopt if the unit has no SSCC.
std::optional<std::string> sscc_of(const Unit& unit);
// Returns the 18 digits for the first 17.
std::string sscc_text(std::uint64_t number);
// Returns the first 17 digits of a valid SSCC. White space around it is ignored.
std::optional<std::uint64_t> sscc_number(std::string_view text);

// A unit with its place: `0`, or `0.1` for the second unit inside the first one.
struct PlacedUnit {
  std::string place;
  Unit unit;
};
// Returns all units with their places, in their order.
std::vector<PlacedUnit> placed(const std::vector<Unit>& units);
// Returns content.transportUnits.0.transportUnits.1 for 0.1.
std::string path_of(std::string_view place);
// Returns the unit at the place, or nullptr. `place` may be any text of any length.
const Unit* unit_at(const std::vector<Unit>& units, std::string_view place);

// Returns the SSCCs that the document itself contains, each once, at most limits::ssccs_looked_for.
std::vector<std::uint64_t> ssccs_in(const std::vector<Unit>& units);

// Returns the units of a valid document; units without a unitIdentifier have no number yet. `kept`
// is Reader::kept() of `content`. If there are more than limits::units_numbered_max, the result has
// exactly one more than that.
std::vector<Unit> units_of(Kind kind, const document::View& kept, std::string_view content);

}  // namespace tradepost::exchange

#include "document/transport_units.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "document/model/schema.hpp"

namespace tradepost::document {
namespace {

constexpr std::string_view list_name = "transportUnits";

// Returns true if units of the kind can have inner units. Otherwise a member of that name is an
// unknown field.
bool has_inner_units(Kind kind) {
  const TypeRow& content = types()[row_of(kind).type];
  const FieldSlot units = content.find(list_name);
  return units != no_slot && type_of(content.fields[units]).find(list_name) != no_slot;
}

}  // namespace

bool has_labels(Kind kind) {
  return std::ranges::find(kinds_with_labels, kind) != std::end(kinds_with_labels);
}

std::vector<TransportUnit> transport_units(Kind kind, View content, std::size_t count_max) {
  const bool goes_deeper = has_inner_units(kind);
  std::vector<TransportUnit> units;
  const auto add = [&](std::uint8_t depth, std::uint32_t index, View unit) {
    if (units.size() < count_max) units.push_back({.depth = depth, .index = index, .view = unit});
  };
  content.member(list_name).each([&](std::uint32_t index, View unit) {
    if (units.size() == count_max) return;
    add(0, index, unit);
    if (!goes_deeper) return;
    unit.member(list_name).each(
        [&](std::uint32_t inner_index, View inner) { add(1, inner_index, inner); });
  });
  return units;
}

}  // namespace tradepost::document

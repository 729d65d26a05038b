#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/json/view.hpp"
#include "document/model/kinds.hpp"

namespace tradepost::document {

// The kinds whose transport units get labels, and numbers if they have none.
inline constexpr Kind kinds_with_labels[] = {Kind::shipping_notice,
                                             Kind::dispatch_instruction_response};
bool has_labels(Kind kind);

struct TransportUnit {
  std::uint8_t depth = 0;   // 1: inside the last unit of depth 0 before it
  std::uint32_t index = 0;  // in its list, as in paths
  View view;
};

// Returns the first `count_max` units of a document of such a kind, each outer unit before its
// inner ones. `content` is of a document without faults, so each unit has at least one member.
std::vector<TransportUnit> transport_units(Kind kind, View content, std::size_t count_max);

}  // namespace tradepost::document

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/json/view.hpp"
#include "document/model/kinds.hpp"

namespace tradepost::document {

// Whose transport units get labels, and numbers where they have none.
inline constexpr Kind kinds_with_labels[] = {Kind::shipping_notice,
                                             Kind::dispatch_instruction_response};
bool has_labels(Kind kind);

struct TransportUnit {
  std::uint8_t depth = 0;   // 1: in the last one of depth 0 before it
  std::uint32_t index = 0;  // in its list, as paths count
  View view;
};

// The units of a document of such a kind, outer ones before those in them: the first `count_max`.
// `content`: of a document that was read without faults, so that each unit has a member at least.
std::vector<TransportUnit> transport_units(Kind kind, View content, std::size_t count_max);

}  // namespace tradepost::document

#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// How many numbers an SSCC may have that begins so.
std::uint64_t numbers_with(std::string_view prefix);

// Those of a participant and flow, as they were given.
std::vector<NumberRange> ranges(const Directory& directory, ParticipantId participant, Flow flow);

// Its first number, and the one after its last: SSCCs without their check digit.
std::pair<std::uint64_t, std::uint64_t> span_of(const NumberRange& range);

// Another range of the same flow that has a number in common with it, whosever it is; nullptr:
// there is none. Tests may number as they like.
const NumberRange* overlapping(const Directory& directory, const NumberRange& range);

}  // namespace tradepost::exchange

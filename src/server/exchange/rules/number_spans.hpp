#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// Returns the number of SSCCs that begin with the prefix.
std::uint64_t numbers_with(std::string_view prefix);

// Returns the ranges of a participant and flow, in the order of their creation.
std::vector<NumberRange> ranges(const Directory& directory, ParticipantId participant, Flow flow);

// Returns the first number of the range and the number after its last one, as SSCCs without the
// check digit.
std::pair<std::uint64_t, std::uint64_t> span_of(const NumberRange& range);

// Returns another range of the same flow that has a number in common with `range`, of any owner, or
// nullptr. TEST ranges may overlap.
const NumberRange* overlapping(const Directory& directory, const NumberRange& range);

}  // namespace tradepost::exchange

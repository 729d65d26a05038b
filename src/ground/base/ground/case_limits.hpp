#pragma once

#include <cstdint>

// Bounds of the lists of cases.
namespace tradepost::base::limits {

// The cases that one request reads at most while it searches by a filter, and how many of them a
// store returns at once.
inline constexpr std::uint32_t cases_examined_max = 10'000;
inline constexpr std::uint32_t cases_at_once_max = 1'000;

}  // namespace tradepost::base::limits

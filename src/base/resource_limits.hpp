#pragma once

#include <cstddef>

// Bounds of what a process has but once: memory.
namespace tradepost::base::limits {

// What a larger body needs to be read is given back before the next one is: a rare document must
// not hold memory for ever.
inline constexpr std::size_t usual_body_bytes = 256u << 10;

}  // namespace tradepost::base::limits

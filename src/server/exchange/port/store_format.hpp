#pragma once

#include <cstdint>

namespace tradepost::exchange {

// The number of the form in which a store writes (docs/operate/upgrade.md). A version reads every
// form up to its newest one. It writes the form of the store's number until the number is raised,
// so the version before it can still continue the store.
using StoreFormat = std::uint32_t;

// The form of a store without a number.
inline constexpr StoreFormat first_format = 1;
// The first form that has people.
inline constexpr StoreFormat people_format = 2;
// The newest form that this version reads and writes. The build sets it.
extern const StoreFormat newest_format;

}  // namespace tradepost::exchange

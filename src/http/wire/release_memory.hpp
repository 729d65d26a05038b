#pragma once

#include <utility>

namespace tradepost::http {

// Empties a string or container and frees its memory. Neither clear() nor an assignment of {} does:
// both keep the room for what might come.
template <typename T>
void release_memory(T& thing) {
  [[maybe_unused]] const T last = std::exchange(thing, T());
}

}  // namespace tradepost::http

#pragma once

#include <utility>

namespace tradepost::http {

// Empties a string or container and frees its memory. clear() and an assignment of {} keep the
// memory for later contents.
template <typename T>
void release_memory(T& thing) {
  [[maybe_unused]] const T last = std::exchange(thing, T());
}

}  // namespace tradepost::http

#pragma once

#include <poll.h>

#include <chrono>

namespace tradepost {

// Pauses between two checks of a test that waits for a condition. A thread that yields in a loop
// instead starves others for seconds: on Linux 6.18 four threads ran then, and forty that were
// ready did not, among them the threads of the disk.
inline void pause_between_looks() {
  constexpr int milliseconds = 2;
  ::poll(nullptr, 0, milliseconds);
}

// Returns true if the condition becomes true in time. 20 seconds are enough on a machine that
// others use, too.
bool is_soon(auto is_so, std::chrono::milliseconds patience = std::chrono::seconds(20)) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    pause_between_looks();
  }
  return true;
}

}  // namespace tradepost

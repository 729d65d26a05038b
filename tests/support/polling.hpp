#pragma once

#include <poll.h>

#include <chrono>

namespace tradepost {

// Between two looks of a test that waits for a condition. A thread that yields in a loop instead
// keeps the processors from others for seconds: on Linux 6.18 four threads ran then, and forty that
// were ready did not, among them those of the disk.
inline void pause_between_looks() {
  constexpr int milliseconds = 2;
  ::poll(nullptr, 0, milliseconds);
}

// What is to come, on a machine that others use, too.
bool is_soon(auto is_so) {
  constexpr std::chrono::seconds patience{20};
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    pause_between_looks();
  }
  return true;
}

}  // namespace tradepost

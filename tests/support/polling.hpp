#pragma once

#include <poll.h>

namespace tradepost {

// Between two looks of a test that waits for a condition. A thread that yields in a loop instead
// keeps the processors from others for seconds: on Linux 6.18 four threads ran then, and forty that
// were ready did not, among them those of the disk.
inline void pause_between_looks() {
  constexpr int milliseconds = 2;
  ::poll(nullptr, 0, milliseconds);
}

}  // namespace tradepost

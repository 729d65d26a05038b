#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/tasks/executor.hpp"

namespace tradepost::http {

// The slowest rate that a client may keep. A stretch is the number of bytes that this rate makes in
// `span`. Each must come within a separate span: an early one earns no time for later ones.
class Pace {
 public:
  Pace(std::chrono::milliseconds span, std::size_t bytes_per_second)
      : span_(span),
        stretch_bytes_(static_cast<std::uint64_t>(span.count()) * bytes_per_second / 1'000) {}

  // `bytes` is the total so far.
  void begin(base::SteadyTime now, std::uint64_t bytes) {
    began_ = now;
    bytes_then_ = bytes;
  }
  // Returns the deadline of the current stretch. Called before each wait.
  base::SteadyTime deadline(base::SteadyTime now, std::uint64_t bytes) {
    if (bytes - bytes_then_ >= stretch_bytes_) begin(now, bytes);
    return began_ + span_;
  }

 private:
  const std::chrono::milliseconds span_;
  const std::uint64_t stretch_bytes_;
  base::SteadyTime began_{};
  std::uint64_t bytes_then_ = 0;
};

}  // namespace tradepost::http

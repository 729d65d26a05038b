#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/executor.hpp"
#include "base/limits.hpp"

namespace tradepost::api {

// How a repeat waits for the first request with its Idempotency-Key, which is still under way
// (decisions 4.9): it looks again after pauses that grow, for it is mostly done in a moment.
class KeyWait {
 public:
  explicit KeyWait(base::SteadyTime began) : end_(began + base::limits::key_wait_max) {}

  // When to look again; nothing where it was waited for long enough.
  std::optional<base::SteadyTime> next(base::SteadyTime now) {
    if (now >= end_) return std::nullopt;
    const base::SteadyTime again = std::min(now + pause_, end_);
    pause_ *= 2;
    return again;
  }

 private:
  const base::SteadyTime end_;
  std::chrono::milliseconds pause_ = base::limits::key_wait_first;
};

}  // namespace tradepost::api

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "base/clock.hpp"

namespace tradepost::simulation {

// The time that the simulated company lives in. One thread.
class SimulatedClock final : public base::Clock {
 public:
  using Steady = std::function<std::chrono::steady_clock::time_point()>;

  // `speed`: simulated seconds in a second. 0: the clock stands, and is set from one event to the
  // next.
  SimulatedClock(base::Instant start, std::uint32_t speed, Steady steady);

  base::Instant now() const override;
  bool stands() const { return speed_ == 0; }
  // Never back: an earlier time changes nothing.
  void advance_to(base::Instant instant);
  // How long it takes until the clock shows that. Only of a clock that runs.
  std::chrono::milliseconds until(base::Instant instant) const;

 private:
  base::Instant start_;
  const std::uint32_t speed_;
  const Steady steady_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace tradepost::simulation

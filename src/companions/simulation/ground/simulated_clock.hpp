#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "base/clock.hpp"

namespace tradepost::simulation {

// The time of a simulated company. One thread.
class SimulatedClock final : public base::Clock {
 public:
  using Steady = std::function<std::chrono::steady_clock::time_point()>;

  // `speed` is the number of simulated seconds in a second. With 0 the time changes only by
  // advance_to().
  SimulatedClock(base::Instant start, std::uint32_t speed, Steady steady);

  base::Instant now() const override;
  bool is_manual() const { return speed_ == 0; }
  // An earlier time than now() changes nothing.
  void advance_to(base::Instant instant);
  // Returns the real time until the clock shows that instant. Requires a speed above 0.
  std::chrono::milliseconds until(base::Instant instant) const;

 private:
  base::Instant start_;
  const std::uint32_t speed_;
  const Steady steady_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace tradepost::simulation

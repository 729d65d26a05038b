#include "simulation/ground/simulated_clock.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::simulation {

using std::chrono::milliseconds;

SimulatedClock::SimulatedClock(base::Instant start, std::uint32_t speed, Steady steady)
    : start_(start), speed_(speed), steady_(std::move(steady)), began_(steady_()) {}

base::Instant SimulatedClock::now() const {
  if (is_manual()) return start_;
  return start_ + std::chrono::duration_cast<milliseconds>(steady_() - began_) * speed_;
}

void SimulatedClock::advance_to(base::Instant instant) {
  if (instant <= now()) return;
  start_ = instant;
  began_ = steady_();
}

milliseconds SimulatedClock::until(base::Instant instant) const {
  CHECK(!is_manual());
  const milliseconds ahead = std::max(instant - now(), milliseconds(0));
  return milliseconds((ahead.count() + speed_ - 1) / speed_);
}

}  // namespace tradepost::simulation

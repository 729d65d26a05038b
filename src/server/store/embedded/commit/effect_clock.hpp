#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/clock.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::store::embedded {

// An effect was stored while the clock was ahead: later effects have an earlier instant.
struct ClockFall {
  exchange::Instant last;
  exchange::Instant now;
};

// The instants of the effects (embedded-store 1.1). Any thread may read them; only the
// committer's thread calls next().
class EffectClock {
 public:
  // `clock` must outlive this. `on_fall` may be empty. `last` is the instant of the last effect.
  EffectClock(const base::Clock& clock, std::function<void(const ClockFall&)> on_fall,
              exchange::Instant last)
      : clock_(clock), on_fall_(std::move(on_fall)), last_ms_(base::epoch_ms(last)) {}

  // Returns the instant that next() would return now.
  exchange::Instant about_now() const { return base::instant_behind(last(), clock_.now()); }
  exchange::Instant last() const { return base::instant_of(last_ms_.load()); }
  std::uint64_t falls() const { return falls_.load(); }

  // Returns the instant of the next effects, and calls `on_fall` if it is before the last one.
  exchange::Instant next() {
    const ClockFall fall{.last = last(), .now = about_now()};
    last_ms_ = base::epoch_ms(fall.now);
    if (fall.now < fall.last) {
      ++falls_;
      if (on_fall_) on_fall_(fall);
    }
    return fall.now;
  }

 private:
  const base::Clock& clock_;
  const std::function<void(const ClockFall&)> on_fall_;
  std::atomic<std::int64_t> last_ms_;
  std::atomic<std::uint64_t> falls_ = 0;
};

}  // namespace tradepost::store::embedded

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/ground/resource_limits.hpp"

namespace tradepost::base {

// A moment of the calendar in UTC, as it is stored and shown. How long something takes is asked of
// an Executor (base/tasks/executor.hpp), whose clock never jumps.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
// For sorting by creation time, also within a millisecond.
using FineInstant = std::chrono::sys_time<std::chrono::microseconds>;

constexpr std::int64_t epoch_ms(Instant instant) {
  return instant.time_since_epoch().count();
}
constexpr Instant instant_of(std::int64_t epoch_ms) {
  return Instant(std::chrono::milliseconds(epoch_ms));
}

// 2024-02-29T08:30:15.123Z. Times outside of the years 0000 to 9999 are shown as the first or last
// moment of these.
std::string to_string(Instant instant);

// Any thread may ask.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  virtual FineInstant now_finely() const { return now(); }
};

// The machine's, which may stand, jump and fall back.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
  FineInstant now_finely() const override;
};

// Stands until a test moves it.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start) : now_ms_(epoch_ms(start)) {}

  Instant now() const override { return instant_of(now_ms_.load()); }
  void set(Instant instant) { now_ms_ = epoch_ms(instant); }
  void advance(std::chrono::milliseconds by) { now_ms_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_ms_;
};

// Of a clock that was wrong: no clock is set back so far without a hand.
constexpr bool is_far_ahead(Instant instant, Instant now) {
  return instant > now + limits::clock_ahead_max;
}
// The instant of what is kept after something of `last`. It does not fall when the clock is set
// back a little. After an instant that is far ahead it is the clock's time: one second at a wrong
// time must not hold it for years.
constexpr Instant instant_behind(Instant last, Instant now) {
  return is_far_ahead(last, now) ? now : std::max(last, now);
}

// The clock's time, but it does not fall, on all threads together: while the clock is before the
// last time that was returned, the time goes on from that at the steady clock's pace. Only after a
// time that is far ahead of the clock does it fall, as in instant_behind(). For sorting by time,
// not for showing the time. The clock outlives it.
class RisingClock final : public Clock {
 public:
  explicit RisingClock(const Clock& clock) : clock_(clock) {}

  Instant now() const override;
  FineInstant now_finely() const override;
  // From now on it is later than that, unless that is far ahead of the clock.
  void rise_above(Instant instant);

 private:
  void ahead_at_least(std::int64_t us, std::int64_t at_most_us) const;

  const Clock& clock_;
  // How far the returned time is ahead of the steady clock, which never falls either.
  mutable std::atomic<std::int64_t> ahead_us_ = std::numeric_limits<std::int64_t>::min();
};

// Notices that the clock was set ahead, by the steady clock beside it. One thread.
class ClockWatch {
 public:
  // By how much, since the look before; nothing where that is no more than clocks are set without a
  // hand.
  std::optional<std::chrono::milliseconds> look(Instant now,
                                                std::chrono::steady_clock::time_point steady_now);

 private:
  struct Look {
    Instant now;
    std::chrono::steady_clock::time_point steady_now;
  };
  std::optional<Look> before_;
};

}  // namespace tradepost::base

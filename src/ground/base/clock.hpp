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

// A calendar time in UTC, for storing and displaying. Durations are measured with an Executor
// (base/tasks/executor.hpp), whose clock never jumps.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
// A calendar time that sorts by creation also within a millisecond.
using FineInstant = std::chrono::sys_time<std::chrono::microseconds>;

constexpr std::int64_t epoch_ms(Instant instant) {
  return instant.time_since_epoch().count();
}
constexpr Instant instant_of(std::int64_t epoch_ms) {
  return Instant(std::chrono::milliseconds(epoch_ms));
}

// Returns the form 2024-02-29T08:30:15.123Z. A time outside of the years 0000 to 9999 becomes the
// first or last instant of these years.
std::string to_string(Instant instant);

// The source of calendar time. Any thread may call it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  virtual FineInstant now_finely() const { return now(); }
};

// The clock of the machine, which may stop, jump and be set back.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
  FineInstant now_finely() const override;
};

// A clock that moves only when a test sets it.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start) : now_ms_(epoch_ms(start)) {}

  Instant now() const override { return instant_of(now_ms_.load()); }
  void set(Instant instant) { now_ms_ = epoch_ms(instant); }
  void advance(std::chrono::milliseconds by) { now_ms_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_ms_;
};

// True if `instant` comes from a clock that was wrong: automatic time synchronisation never sets a
// clock back so far.
constexpr bool is_far_ahead(Instant instant, Instant now) {
  return instant > now + limits::clock_ahead_max;
}
// The instant for an entry that follows one of `last`. It does not decrease when the clock is set
// back a little. After an instant that is far ahead it is the clock's time, so that one second of a
// wrong clock does not fix it for years.
constexpr Instant instant_behind(Instant last, Instant now) {
  return is_far_ahead(last, now) ? now : std::max(last, now);
}

// The clock's time, but never decreasing over all threads: while the clock is before the last
// returned time, the time advances from there at the pace of the steady clock. It decreases only
// after a time that is far ahead of the clock, as in instant_behind(). It is for sorting by time,
// not for showing the time. The wrapped clock must outlive it.
class RisingClock final : public Clock {
 public:
  explicit RisingClock(const Clock& clock) : clock_(clock) {}

  Instant now() const override;
  FineInstant now_finely() const override;
  // Makes all later times greater than `instant`, unless that is far ahead of the clock.
  void rise_above(Instant instant);

 private:
  void ahead_at_least(std::int64_t us, std::int64_t at_most_us) const;

  const Clock& clock_;
  // The difference between the returned time and the steady clock, which never decreases either.
  mutable std::atomic<std::int64_t> ahead_us_ = std::numeric_limits<std::int64_t>::min();
};

// Detects that the clock was set ahead, by comparing it with the steady clock. For one thread.
class ClockWatch {
 public:
  // Returns how far the clock was set ahead since the last call, or nullopt if automatic time
  // synchronisation could have done it.
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

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

namespace tradepost::base {

// A moment of the calendar in UTC, as it is stored and shown. How long something takes is asked of
// an Executor (base/executor.hpp), whose clock never jumps.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
// For what is ordered by the moment it was made, also within a millisecond.
using FineInstant = std::chrono::sys_time<std::chrono::microseconds>;

constexpr std::int64_t epoch_ms(Instant instant) {
  return instant.time_since_epoch().count();
}
constexpr Instant instant_of(std::int64_t epoch_ms) {
  return Instant(std::chrono::milliseconds(epoch_ms));
}

// 2024-02-29T08:30:15.123Z. What lies outside of the years 0000 to 9999 is shown as their first or
// last moment.
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

// The larger of the clock's now and the last one given: createdAt never falls (stores.md 1.4). The
// owner of the order, a committer, has one, starts it with the last instant it stored, and asks
// from one thread.
class MonotonicMilliseconds {
 public:
  explicit MonotonicMilliseconds(const Clock& clock, Instant last_given = Instant::min())
      : clock_(clock), last_given_(last_given) {}
  Instant next();

 private:
  const Clock& clock_;
  Instant last_given_;
};

// The clock's time, but it never falls, on all threads together: while the clock is behind what was
// told before, time goes on from there at the pace of the machine. For what is sorted by time, not
// for telling what time it is. The clock outlives it.
class RisingClock final : public Clock {
 public:
  explicit RisingClock(const Clock& clock) : clock_(clock) {}

  Instant now() const override;
  FineInstant now_finely() const override;
  // From now on it is later than that.
  void rise_above(Instant instant);

 private:
  void ahead_at_least(std::int64_t us) const;

  const Clock& clock_;
  // Of what is told, before the steady clock, which never falls either.
  mutable std::atomic<std::int64_t> ahead_us_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace tradepost::base

#include "base/clock.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/date.hpp"

namespace tradepost::base {
namespace {

std::int64_t steady_us() {
  return std::chrono::floor<std::chrono::microseconds>(std::chrono::steady_clock::now())
      .time_since_epoch()
      .count();
}

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t clock_ahead_max_us =
    std::chrono::microseconds(limits::clock_ahead_max).count();

std::int64_t first_shown_ms() {
  return days_since_epoch({0, 1, 1}) * day_ms;
}
std::int64_t last_shown_ms() {
  return (days_since_epoch({9999, 12, 31}) + 1) * day_ms - 1;
}

// Writes the last `count` digits of a number, and returns the place after them.
char* put_digits(char* at, std::int64_t value, int count) {
  for (int digit = count; digit-- > 0; value /= 10) at[digit] = static_cast<char>('0' + value % 10);
  return at + count;
}

}  // namespace

// Formats by hand, because each line of the log and each item of a page has a time.
std::string to_string(Instant instant) {
  const std::int64_t shown = std::clamp(epoch_ms(instant), first_shown_ms(), last_shown_ms());
  std::int64_t days = shown / day_ms;
  std::int64_t of_day = shown % day_ms;
  if (of_day < 0) {
    of_day += day_ms;
    --days;
  }
  const Date date = date_of_days(static_cast<std::int32_t>(days));
  std::array<char, 24> text;
  char* at = put_digits(text.data(), date.year, 4);
  *at++ = '-';
  at = put_digits(at, date.month, 2);
  *at++ = '-';
  at = put_digits(at, date.day, 2);
  *at++ = 'T';
  at = put_digits(at, of_day / 3'600'000, 2);
  *at++ = ':';
  at = put_digits(at, of_day / 60'000 % 60, 2);
  *at++ = ':';
  at = put_digits(at, of_day / 1000 % 60, 2);
  *at++ = '.';
  at = put_digits(at, of_day % 1000, 3);
  *at++ = 'Z';
  return {text.data(), at};
}

Instant SystemClock::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

FineInstant SystemClock::now_finely() const {
  return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

Instant RisingClock::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(now_finely());
}

FineInstant RisingClock::now_finely() const {
  // The clock is read before the steady clock, so a later reading by another thread uses a later
  // steady time.
  const std::int64_t real = clock_.now_finely().time_since_epoch().count();
  const std::int64_t steady = steady_us();
  ahead_at_least(real - steady, real - steady + clock_ahead_max_us);
  return FineInstant(std::chrono::microseconds(steady + ahead_us_.load()));
}

void RisingClock::rise_above(Instant instant) {
  const FineInstant behind = instant + std::chrono::milliseconds(1);
  ahead_at_least(behind.time_since_epoch().count() - steady_us(),
                 std::numeric_limits<std::int64_t>::max());
}

std::optional<std::chrono::milliseconds> ClockWatch::look(
    Instant now, std::chrono::steady_clock::time_point steady_now) {
  const auto before = std::exchange(before_, Look{.now = now, .steady_now = steady_now});
  if (!before) return std::nullopt;
  const auto went = std::chrono::floor<std::chrono::milliseconds>(steady_now - before->steady_now);
  const auto ahead = now - before->now - went;
  return ahead > limits::clock_ahead_max ? std::optional(ahead) : std::nullopt;
}

void RisingClock::ahead_at_least(std::int64_t us, std::int64_t at_most_us) const {
  std::int64_t seen = ahead_us_.load();
  while ((seen < us || seen > at_most_us) && !ahead_us_.compare_exchange_weak(seen, us)) continue;
}

}  // namespace tradepost::base

#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace tradepost::base {
namespace {

using std::chrono::milliseconds;

// Covers contract 3.2.
TEST(Clock, instants_are_shown_in_utc_with_milliseconds) {
  struct Row {
    std::int64_t ms;
    std::string_view shown;
  };
  for (const Row& row :
       {Row{0, "1970-01-01T00:00:00.000Z"}, Row{1, "1970-01-01T00:00:00.001Z"},
        Row{-1, "1969-12-31T23:59:59.999Z"}, Row{-86'400'000, "1969-12-31T00:00:00.000Z"},
        Row{951'826'215'123, "2000-02-29T12:10:15.123Z"},
        Row{1'709'195'415'007, "2024-02-29T08:30:15.007Z"},
        Row{253'402'300'799'999, "9999-12-31T23:59:59.999Z"},
        Row{253'402'300'800'000, "9999-12-31T23:59:59.999Z"},
        Row{-62'167'219'200'000, "0000-01-01T00:00:00.000Z"},
        Row{-62'167'219'200'001, "0000-01-01T00:00:00.000Z"},
        Row{std::numeric_limits<std::int64_t>::max(), "9999-12-31T23:59:59.999Z"},
        Row{std::numeric_limits<std::int64_t>::min(), "0000-01-01T00:00:00.000Z"}}) {
    EXPECT_EQ(to_string(instant_of(row.ms)), row.shown);
  }
}

TEST(Clock, the_systems_time_is_the_machines_in_whole_milliseconds) {
  const auto before = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  const Instant now = SystemClock().now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, std::chrono::system_clock::now());
}

TEST(Clock, a_manual_one_moves_only_by_hand) {
  ManualClock clock(instant_of(1000));
  EXPECT_EQ(epoch_ms(clock.now()), 1000);
  clock.advance(milliseconds(50));
  EXPECT_EQ(epoch_ms(clock.now()), 1050);
  clock.set(instant_of(7));
  EXPECT_EQ(epoch_ms(clock.now()), 7);
}

TEST(Clock, instants_do_not_fall_when_the_clock_is_set_back_a_little) {
  const Instant last = instant_of(1'700'000'000'000);
  for (const auto back : {milliseconds(1), milliseconds(limits::clock_ahead_max)})
    EXPECT_EQ(instant_behind(last, last - back), last);
  EXPECT_EQ(instant_behind(last, last), last);
  EXPECT_EQ(instant_behind(last, last + milliseconds(1)), last + milliseconds(1));
  EXPECT_EQ(instant_behind(Instant::min(), last), last);
}

TEST(Clock, instants_follow_the_clock_again_after_one_that_is_far_ahead) {
  const Instant now = instant_of(1'700'000'000'000);
  for (const Instant last : {now + limits::clock_ahead_max + milliseconds(1),
                             now + std::chrono::years(2), Instant::max()})
    EXPECT_EQ(instant_behind(last, now), now);
}

TEST(RisingClock, returns_the_time_while_that_rises) {
  ManualClock clock(instant_of(1'000));
  const RisingClock rising(clock);
  EXPECT_GE(rising.now(), instant_of(1'000));
  clock.advance(std::chrono::hours(1));
  const Instant later = rising.now();
  EXPECT_GE(later, instant_of(3'601'000));
  EXPECT_LT(later, instant_of(3'601'000) + std::chrono::minutes(1));
}

TEST(RisingClock, continues_while_the_clock_is_set_back) {
  ManualClock clock(instant_of(100'000'000));
  RisingClock rising(clock);
  rising.rise_above(instant_of(100'600'000));
  const Instant before = rising.now();
  EXPECT_GT(before, instant_of(100'600'000));
  clock.set(instant_of(99'900'000));
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (rising.now() <= before && std::chrono::steady_clock::now() < until) continue;
  EXPECT_GT(rising.now(), before);
  EXPECT_LT(rising.now(), before + std::chrono::minutes(1));
}

TEST(RisingClock, goes_back_after_a_second_that_was_far_ahead) {
  ManualClock clock(instant_of(1'700'000'000'000));
  RisingClock rising(clock);
  const Instant right = clock.now();
  clock.set(right + std::chrono::years(2));
  EXPECT_GE(rising.now(), right + std::chrono::years(2));
  clock.set(right + std::chrono::seconds(1));
  EXPECT_GE(rising.now(), clock.now());
  EXPECT_LT(rising.now(), clock.now() + std::chrono::minutes(1));
  rising.rise_above(right + std::chrono::years(2));
  EXPECT_LT(rising.now(), clock.now() + std::chrono::minutes(1));
}

TEST(ClockWatch, reports_once_that_the_clock_was_set_far_ahead) {
  using std::chrono::hours;
  ClockWatch watch;
  const Instant now = instant_of(1'700'000'000'000);
  const auto steady = std::chrono::steady_clock::now();
  EXPECT_EQ(watch.look(now, steady), std::nullopt);
  EXPECT_EQ(watch.look(now + hours(5), steady + hours(5)), std::nullopt) << "a long time";
  EXPECT_EQ(watch.look(now + hours(8), steady + hours(6)), milliseconds(hours(2)));
  EXPECT_EQ(watch.look(now + hours(9), steady + hours(7)), std::nullopt);
  EXPECT_EQ(watch.look(now, steady + hours(8)), std::nullopt) << "set back";
}

}  // namespace
}  // namespace tradepost::base

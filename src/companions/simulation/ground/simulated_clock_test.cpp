#include "simulation/ground/simulated_clock.hpp"

#include <gtest/gtest.h>

#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

struct Steady {
  steady_clock::time_point now = {};
  SimulatedClock clock(std::uint32_t speed) {
    return {*instant_in("2026-03-02T08:00:00Z"), speed, [this] { return now; }};
  }
};

TEST(SimulatedClock, runs_as_many_times_faster_as_its_speed_says) {
  Steady steady;
  const auto clock = steady.clock(3'600);
  steady.now += seconds(2);
  EXPECT_EQ(clock.now(), *instant_in("2026-03-02T10:00:00Z"));
  EXPECT_EQ(clock.until(*instant_in("2026-03-02T13:00:00Z")), seconds(3));
  EXPECT_EQ(clock.until(*instant_in("2026-03-02T10:00:01Z")), milliseconds(1));
  EXPECT_EQ(clock.until(*instant_in("2026-03-02T09:00:00Z")), seconds(0));
}

TEST(SimulatedClock, without_speed_does_not_move_until_it_is_set) {
  Steady steady;
  auto clock = steady.clock(0);
  EXPECT_TRUE(clock.is_manual());
  steady.now += hours(5);
  EXPECT_EQ(clock.now(), *instant_in("2026-03-02T08:00:00Z"));
  clock.advance_to(*instant_in("2026-03-03"));
  EXPECT_EQ(clock.now(), *instant_in("2026-03-03"));
}

TEST(SimulatedClock, is_never_set_back_and_runs_on_from_where_it_is_set) {
  Steady steady;
  auto clock = steady.clock(60);
  clock.advance_to(*instant_in("2026-03-01"));
  EXPECT_EQ(clock.now(), *instant_in("2026-03-02T08:00:00Z"));
  steady.now += seconds(1);
  clock.advance_to(*instant_in("2026-03-04T00:00:00Z"));
  steady.now += seconds(1);
  EXPECT_EQ(clock.now(), *instant_in("2026-03-04T00:01:00Z"));
}

TEST(Moments, dates_times_and_offsets_are_read_in_utc) {
  EXPECT_EQ(moment_text(*instant_in("2026-03-02")), "2026-03-02T00:00Z");
  EXPECT_EQ(moment_text(*instant_in("2026-03-06T06:00+01:00")), "2026-03-06T05:00Z");
  EXPECT_EQ(moment_text(*instant_in("2026-03-06 06:00:30")), "2026-03-06T06:00Z");
  EXPECT_EQ(day_text(*instant_in("2026-03-06T23:59Z")), "2026-03-06");
  EXPECT_EQ(shown_text(*instant_in("2026-03-06T23:59Z")), "2026-03-06 23:59");
  EXPECT_FALSE(instant_in("2026-02-30"));
  EXPECT_FALSE(instant_in(""));
}

}  // namespace
}  // namespace tradepost::simulation

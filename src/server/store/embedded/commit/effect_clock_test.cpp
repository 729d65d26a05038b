#include "store/embedded/commit/effect_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

// embedded-store 1.1.
namespace tradepost::store::embedded::effect_clock_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const exchange::Instant noon = base::instant_of(1'800'000'000'000);

class AnEffectClock : public testing::Test {
 protected:
  base::ManualClock source_{noon};
  std::vector<ClockFall> reported_;
  const std::function<void(const ClockFall&)> on_fall_ = [this](const ClockFall& fall) {
    reported_.push_back(fall);
  };
};

TEST_F(AnEffectClock, follows_its_source) {
  EffectClock clock(source_, on_fall_, noon - seconds(5));
  EXPECT_EQ(clock.last(), noon - seconds(5));
  EXPECT_EQ(clock.next(), noon);
  source_.advance(milliseconds(1));
  EXPECT_EQ(clock.about_now(), noon + milliseconds(1));
  EXPECT_EQ(clock.last(), noon) << "about_now() is not the instant of an effect";
  EXPECT_EQ(clock.next(), noon + milliseconds(1));
  EXPECT_EQ(clock.last(), noon + milliseconds(1));
}

TEST_F(AnEffectClock, repeats_the_last_instant_if_its_source_is_a_little_behind) {
  EffectClock clock(source_, on_fall_, noon + seconds(5));
  EXPECT_EQ(clock.next(), noon + seconds(5));
  EXPECT_EQ(clock.falls(), 0);
  EXPECT_TRUE(reported_.empty());
}

TEST_F(AnEffectClock, falls_once_after_an_instant_that_is_far_ahead) {
  const auto ahead = noon + base::limits::clock_ahead_max + seconds(1);
  EffectClock clock(source_, on_fall_, ahead);
  EXPECT_EQ(clock.about_now(), noon);
  EXPECT_EQ(clock.falls(), 0) << "before an effect has the earlier instant";
  EXPECT_EQ(clock.next(), noon);
  EXPECT_EQ(clock.next(), noon);
  EXPECT_EQ(clock.falls(), 1);
  ASSERT_EQ(reported_.size(), 1);
  EXPECT_EQ(reported_[0].last, ahead);
  EXPECT_EQ(reported_[0].now, noon);
}

TEST_F(AnEffectClock, needs_no_listener) {
  const std::function<void(const ClockFall&)> none;
  EffectClock clock(source_, none, noon + base::limits::clock_ahead_max + seconds(1));
  EXPECT_EQ(clock.next(), noon);
  EXPECT_EQ(clock.falls(), 1);
}

}  // namespace
}  // namespace tradepost::store::embedded::effect_clock_test

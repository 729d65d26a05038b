#include "api/key_wait.hpp"

#include <gtest/gtest.h>

namespace tradepost::api {
namespace {

using std::chrono::milliseconds;

TEST(KeyWait, looks_again_soon_then_seldom_and_a_last_time_at_its_end) {
  const base::SteadyTime began{};
  KeyWait wait(began);
  base::SteadyTime now = began;
  milliseconds last(0);
  int looks = 0;
  while (const auto next = wait.next(now)) {
    const auto pause = std::chrono::duration_cast<milliseconds>(*next - now);
    EXPECT_GT(pause, milliseconds(0));
    if (*next - began < base::limits::key_wait_max) {
      EXPECT_GT(pause, last);
    }
    last = pause;
    now = *next;
    ASSERT_LT(++looks, 100);
  }
  EXPECT_EQ(now - began, base::limits::key_wait_max);
  EXPECT_LE(looks, 10);
}

TEST(KeyWait, one_that_was_held_up_past_the_end_does_not_wait_on) {
  const base::SteadyTime began{};
  KeyWait wait(began);
  EXPECT_EQ(wait.next(began), began + base::limits::key_wait_first);
  EXPECT_EQ(wait.next(began + base::limits::key_wait_max), std::nullopt);
}

}  // namespace
}  // namespace tradepost::api

#include "api/limits/running_keys.hpp"

#include <gtest/gtest.h>

#include "base/crypto/sha256.hpp"
#include "base/tasks/manual_executor.hpp"

namespace tradepost::api {
namespace {

using std::chrono::milliseconds;

// Covers contract 4.9.
TEST(KeyBackoff, looks_again_soon_then_seldom_and_a_last_time_at_its_end) {
  const base::SteadyTime began{};
  KeyBackoff wait(began);
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

TEST(KeyBackoff, one_that_was_held_up_past_the_end_does_not_wait_on) {
  const base::SteadyTime began{};
  KeyBackoff wait(began);
  EXPECT_EQ(wait.next(began), began + base::limits::key_wait_first);
  EXPECT_EQ(wait.next(began + base::limits::key_wait_max), std::nullopt);
}

TEST(RunningKeys, one_request_at_a_time_has_a_key_and_the_others_are_woken_when_it_is_free) {
  RunningKeys keys;
  base::ManualExecutor executor;
  const KeyName name{.participant = {},
                     .flow = exchange::Flow::live,
                     .path = exchange::KeyPath::send,
                     .key = base::sha256("k")};
  KeyName elsewhere = name;
  elsewhere.path = exchange::KeyPath::requeue;
  base::Completion<bool> of_first(executor);
  base::Completion<bool> of_second(executor);
  base::Completion<bool> of_another(executor);
  base::Completion<bool> of_third(executor);
  const auto is_completed = [&](base::Completion<bool>& completion) {
    return executor.run([](base::Completion<bool>& of) -> base::Task<std::optional<bool>> {
      co_return co_await of.wait_until({});
    }(completion));
  };
  {
    const auto first = keys.take(name, of_first.completer());
    EXPECT_TRUE(first);
    EXPECT_FALSE(keys.take(name, of_second.completer()));
    EXPECT_TRUE(keys.take(elsewhere, of_another.completer()));
    EXPECT_EQ(is_completed(of_second), std::nullopt);
  }
  EXPECT_EQ(is_completed(of_second), true);
  EXPECT_TRUE(keys.take(name, of_third.completer()));
}

}  // namespace
}  // namespace tradepost::api

#include "base/tasks/stop_signal.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/tasks/manual_executor.hpp"

namespace tradepost::base {
namespace {

using std::chrono::minutes;

// Returns the number of rounds before the stop.
Task<int> look_again_and_again(ManualExecutor& executor, StopSignal& stop) {
  int looks = 0;
  while (!stop.is_set()) {
    ++looks;
    co_await stop.wait_until(executor.now() + minutes(1));
  }
  co_return looks;
}

TEST(StopSignal, ends_a_task_that_waits_for_its_next_look) {
  ManualExecutor executor;
  StopSignal stop(executor);
  std::optional<int> looks;
  start(executor, look_again_and_again(executor, stop), [&](int counted) { looks = counted; });
  executor.advance(minutes(2));
  EXPECT_EQ(looks, std::nullopt);
  std::thread([&] { stop.set(); }).join();
  executor.run_ready();
  EXPECT_EQ(looks, 3);
  EXPECT_EQ(executor.timers(), 0U);
}

TEST(StopSignal, that_was_set_before_lets_nothing_begin) {
  ManualExecutor executor;
  StopSignal stop(executor);
  stop.set();
  EXPECT_EQ(executor.run(look_again_and_again(executor, stop)), 0);
}

}  // namespace
}  // namespace tradepost::base

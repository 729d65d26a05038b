#include "base/tasks/manual_executor.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/tasks/awaitables.hpp"

namespace tradepost::base {
namespace {

using std::chrono::milliseconds;

TEST(ManualExecutor, posted_jobs_run_in_order_and_never_within_the_post) {
  ManualExecutor executor;
  std::vector<int> order;
  executor.post([&] {
    order.push_back(1);
    executor.post([&order] { order.push_back(3); });
  });
  executor.post([&order] { order.push_back(2); });
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(executor.run_ready(), 3u);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(ManualExecutor, a_cancelled_timer_does_not_go_off) {
  ManualExecutor executor;
  int gone_off = 0;
  const TimerId timer =
      executor.post_at(executor.now() + milliseconds(5), [&gone_off] { ++gone_off; });
  const TimerId kept =
      executor.post_at(executor.now() + milliseconds(5), [&gone_off] { ++gone_off; });
  executor.cancel(timer);
  executor.cancel(timer);
  executor.advance(milliseconds(10));
  EXPECT_EQ(gone_off, 1);
  executor.cancel(kept);
}

TEST(ManualExecutor, time_stops_at_each_timer_on_the_way) {
  ManualExecutor executor;
  const SteadyTime begin = executor.now();
  std::vector<SteadyTime::duration> seen;
  executor.post_at(begin + milliseconds(5), [&] {
    seen.push_back(executor.now() - begin);
    executor.post_at(begin + milliseconds(7), [&] { seen.push_back(executor.now() - begin); });
  });
  executor.advance(milliseconds(10));
  EXPECT_EQ(seen, (std::vector<SteadyTime::duration>{milliseconds(5), milliseconds(7)}));
  EXPECT_EQ(executor.now() - begin, milliseconds(10));
}

Task<int> waits_for_a_post(ManualExecutor& executor, std::thread& poster) {
  bool posted = false;
  poster = std::thread([&executor, &posted] { executor.post([&posted] { posted = true; }); });
  int jobs = 0;
  while (!posted) {
    co_await sleep_until(executor.now());
    ++jobs;
  }
  co_return jobs;
}

TEST(ManualExecutor, a_task_runs_to_its_end_among_posts_of_other_threads) {
  ManualExecutor executor;
  std::thread poster;
  EXPECT_GE(executor.run(waits_for_a_post(executor, poster)), 0);
  poster.join();
}

}  // namespace
}  // namespace tradepost::base

#include "http/connection/loop.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "base/tasks/completion.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::http {
namespace {

using std::chrono::milliseconds;

std::unique_ptr<Loop> loop_of_test() {
  return Loop::create().value();
}

TEST(Loop, runs_jobs_in_order_and_ends_when_stopped) {
  const auto loop = loop_of_test();
  std::string order;
  loop->post([&] {
    order += 'a';
    loop->post([&] { order += 'c'; });
  });
  loop->post([&] { order += 'b'; });
  loop->finish();
  loop->run();
  EXPECT_EQ(order, "abc");
}

TEST(Loop, timers_go_off_in_order_of_their_time_and_not_when_cancelled) {
  const auto loop = loop_of_test();
  std::string order;
  loop->post([&] {
    const auto now = loop->now();
    loop->post_at(now + milliseconds(20), [&] { order += 'c'; });
    loop->post_at(now + milliseconds(10), [&] { order += 'b'; });
    const auto cancelled = loop->post_at(now + milliseconds(5), [&] { order += 'x'; });
    loop->post_at(now - milliseconds(5), [&] { order += 'a'; });
    loop->cancel(cancelled);
    loop->cancel(cancelled);
  });
  loop->finish();
  loop->run();
  EXPECT_EQ(order, "abc");
}

TEST(Loop, ends_when_the_only_timer_left_is_cancelled) {
  const auto loop = loop_of_test();
  loop->post([&] {
    const auto timer = loop->post_at(loop->now() + std::chrono::hours(1), [] { FAIL(); });
    loop->post([&loop, timer] { loop->cancel(timer); });
  });
  loop->finish();
  loop->run();
}

base::Task<void> wait_for_other_thread(Loop& loop, std::thread& other, int& got) {
  base::Completion<int> completion(loop);
  other = std::thread([completer = completion.completer()]() mutable { completer.fulfil(7); });
  got = co_await completion.wait();
}

TEST(Loop, a_task_is_woken_by_another_thread) {
  const auto loop = loop_of_test();
  std::thread other;
  int got = 0;
  loop->post([&] {
    base::start(*loop, wait_for_other_thread(*loop, other, got), [&] { loop->finish(); });
  });
  loop->run();
  other.join();
  EXPECT_EQ(got, 7);
}

}  // namespace
}  // namespace tradepost::http

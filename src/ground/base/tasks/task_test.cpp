#include "base/tasks/task.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/result.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/manual_executor.hpp"

namespace tradepost::base::task_test {
namespace {

using std::chrono::milliseconds;

Task<int> value_of(int value) {
  co_return value;
}

Task<int> sum_to(int last) {
  int sum = 0;
  for (int i = 1; i <= last; ++i) {
    const int value = co_await value_of(i);
    sum += value;
  }
  co_return sum;
}

TEST(Task, a_value_comes_through_several_tasks) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(sum_to(4)), 10);
}

// Each task would leave its frames on the stack if a task that ends at once resumed the task that
// awaits it.
TEST(Task, many_tasks_in_a_row_need_no_more_stack_than_one) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(sum_to(60'000)), 30'000 * 60'001);
}

Task<int> waits_each_time(int times) {
  Executor& executor = co_await this_executor();
  int waited = 0;
  for (int i = 0; i < times; ++i) {
    co_await sleep_until(executor.now());
    const int one = co_await value_of(1);
    waited += one;
  }
  co_return waited;
}

Task<int> waits_each_time_below(int times) {
  int waited = 0;
  for (int i = 0; i < times; ++i) {
    const int below = co_await waits_each_time(2);
    waited += below;
  }
  co_return waited;
}

TEST(Task, many_waits_in_a_row_need_no_more_stack_than_one) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(waits_each_time_below(30'000)), 60'000);
}

Task<int> depth(int left) {
  if (left == 0) co_return 0;
  const int below = co_await depth(left - 1);
  co_return below + 1;
}

Task<int> depth_of_waiting(int left) {
  if (left == 0) {
    const int waited = co_await waits_each_time(1);
    co_return waited - 1;
  }
  const int below = co_await depth_of_waiting(left - 1);
  co_return below + 1;
}

TEST(Task, a_value_comes_up_through_a_thousand_nested_tasks) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(depth(1000)), 1000);
  EXPECT_EQ(executor.run(depth_of_waiting(1000)), 1000);
}

Task<> note(std::vector<std::string>& notes, std::string text) {
  notes.push_back(std::move(text));
  co_return;
}

TEST(Task, nothing_runs_before_it_is_awaited) {
  ManualExecutor executor;
  std::vector<std::string> notes;
  {
    const Task<> never_awaited = note(notes, "lost");
  }
  Task<> later = note(notes, "a text that is too long for a small string");
  EXPECT_TRUE(notes.empty());
  executor.run(std::move(later));
  EXPECT_EQ(notes, std::vector<std::string>{"a text that is too long for a small string"});
}

Task<std::unique_ptr<std::string>> boxed(std::string text) {
  co_return std::make_unique<std::string>(std::move(text));
}

TEST(Task, values_that_only_move_are_moved_out) {
  ManualExecutor executor;
  const auto box = executor.run(boxed("a text that is too long for a small string"));
  EXPECT_EQ(*box, "a text that is too long for a small string");
}

Error too_small() {
  return {ErrorCode::out_of_range, CallerText("too small")};
}

Task<Result<int>> halved(int value) {
  if (value % 2 != 0) co_return refuse({ErrorCode::invalid, CallerText("odd")});
  co_return value / 2;
}

Task<Done> at_least_one(int value) {
  if (value < 1) co_return refuse(too_small());
  co_return {};
}

Task<Result<std::string>> quartered(int value) {
  CO_TRY_ASSIGN(const int half, co_await halved(value));
  CO_TRY_ASSIGN(const int quarter, co_await halved(half));
  CO_TRY(co_await at_least_one(quarter));
  co_return std::to_string(quarter);
}

TEST(Task, a_refusal_leaves_the_task_at_the_step_that_met_it) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(quartered(20)).value(), "5");
  EXPECT_EQ(executor.run(quartered(5)).error().code(), ErrorCode::invalid);
  EXPECT_EQ(executor.run(quartered(6)).error().code(), ErrorCode::invalid);
  EXPECT_EQ(executor.run(quartered(0)).error().code(), ErrorCode::out_of_range);
}

Task<Executor*> executor_below() {
  Executor& executor = co_await this_executor();
  co_return &executor;
}

Task<Executor*> executor_two_below() {
  Executor* executor = co_await executor_below();
  co_return executor;
}

TEST(Task, tasks_run_on_the_executor_of_who_awaits_them) {
  ManualExecutor first;
  ManualExecutor second;
  EXPECT_EQ(first.run(executor_two_below()), &first);
  EXPECT_EQ(second.run(executor_two_below()), &second);
}

Task<> note_at(std::vector<std::string>& notes, SteadyTime time, std::string text) {
  co_await sleep_until(time);
  notes.push_back(std::move(text));
}

TEST(Task, sleepers_wake_in_the_order_of_their_times) {
  ManualExecutor executor;
  std::vector<std::string> notes;
  const SteadyTime now = executor.now();
  int ended = 0;
  const auto on_done = [&ended] { ++ended; };
  start(executor, note_at(notes, now + milliseconds(20), "second"), on_done);
  start(executor, note_at(notes, now + milliseconds(10), "first"), on_done);
  start(executor, note_at(notes, now - milliseconds(1), "at once"), on_done);
  EXPECT_TRUE(notes.empty());
  executor.run_ready();
  EXPECT_EQ(notes, (std::vector<std::string>{"at once"}));
  executor.advance(milliseconds(19));
  EXPECT_EQ(notes, (std::vector<std::string>{"at once", "first"}));
  executor.advance(milliseconds(1));
  EXPECT_EQ(notes, (std::vector<std::string>{"at once", "first", "second"}));
  EXPECT_EQ(ended, 3);
  EXPECT_EQ(executor.timers(), 0u);
}

// Counts its living objects, to check that every frame frees its parameters and locals once.
class Counted {
 public:
  explicit Counted(int& living) : living_(&living) { ++*living_; }
  Counted(const Counted& other) : living_(other.living_) { ++*living_; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*living_; }

 private:
  int* living_;
};

Task<Counted> passed_on(Counted counted, int times) {
  if (times == 0) co_return counted;
  const Counted local = counted;
  Counted result = co_await passed_on(std::move(counted), times - 1);
  co_return result;
}

TEST(Task, frames_free_their_parameters_and_locals_exactly_once) {
  ManualExecutor executor;
  int living = 0;
  {
    const Counted counted(living);
    const Counted result = executor.run(passed_on(counted, 20));
    EXPECT_EQ(living, 2);
  }
  EXPECT_EQ(living, 0);
}

Task<> throwing(int value) {
  if (value == 0) throw std::runtime_error("the library's word");
  co_return;
}

TEST(TaskDeathTest, an_exception_that_leaves_a_task_ends_the_process) {
  EXPECT_DEATH(ManualExecutor().run(throwing(0)), "an exception left a task: the library's word");
}

Task<int> awaits_twice(int value) {
  Task<int> task = value_of(value);
  const int first = co_await std::move(task);
  const int second = co_await std::move(task);
  co_return first + second;
}

TEST(TaskDeathTest, awaiting_a_task_twice_ends_the_process) {
  EXPECT_DEATH(ManualExecutor().run(awaits_twice(1)), "check failed");
}

}  // namespace
}  // namespace tradepost::base::task_test

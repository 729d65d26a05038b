#include "base/tasks/completion.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/tasks/manual_executor.hpp"

namespace tradepost::base {
namespace {

using std::chrono::milliseconds;

// The place where tasks leave their completers for the test, as they would for a committer.
template <typename T>
using Desk = std::vector<Completer<T>>;

Task<std::string> waiting(Executor& executor, Desk<std::string>& desk) {
  Completion<std::string> completion(executor);
  desk.push_back(completion.completer());
  std::string value = co_await completion.wait();
  co_return value;
}

Task<std::optional<std::string>> waiting_until(Executor& executor, Desk<std::string>& desk,
                                               SteadyTime deadline) {
  Completion<std::string> completion(executor);
  desk.push_back(completion.completer());
  std::optional<std::string> value = co_await completion.wait_until(deadline);
  co_return value;
}

const std::string long_text = "a text that is too long for a small string";

TEST(Completion, a_waiting_task_is_resumed_by_a_post_and_not_within_the_fulfilment) {
  ManualExecutor executor;
  Desk<std::string> desk;
  std::optional<std::string> got;
  start(executor, waiting(executor, desk), [&got](std::string value) { got = std::move(value); });
  ASSERT_EQ(desk.size(), 1u);
  EXPECT_EQ(&desk[0].executor(), &executor);
  desk[0].fulfil(long_text);
  EXPECT_FALSE(got);
  EXPECT_EQ(executor.run_ready(), 1u);
  EXPECT_EQ(got, long_text);
}

Task<std::string> fulfilled_before(Executor& executor) {
  Completion<std::string> completion(executor);
  Completer<std::string> completer = completion.completer();
  completer.fulfil(long_text);
  std::string value = co_await completion.wait();
  co_return value;
}

TEST(Completion, present_value_is_returned_without_a_wait) {
  ManualExecutor executor;
  EXPECT_EQ(executor.run(fulfilled_before(executor)), long_text);
  EXPECT_EQ(executor.run_ready(), 0u);
}

TEST(Completion, a_value_before_the_deadline_is_given_and_the_timer_taken_back) {
  ManualExecutor executor;
  Desk<std::string> desk;
  std::optional<std::string> got;
  start(executor, waiting_until(executor, desk, executor.now() + milliseconds(10)),
        [&got](std::optional<std::string> value) { got = std::move(value); });
  EXPECT_EQ(executor.timers(), 1u);
  executor.advance(milliseconds(9));
  desk[0].fulfil(long_text);
  executor.run_ready();
  EXPECT_EQ(got, long_text);
  EXPECT_EQ(executor.timers(), 0u);
}

TEST(Completion, at_the_deadline_the_task_continues_without_a_value) {
  ManualExecutor executor;
  Desk<std::string> desk;
  int ended = 0;
  start(executor, waiting_until(executor, desk, executor.now() + milliseconds(10)),
        [&ended](std::optional<std::string> value) { ended += value ? 100 : 1; });
  executor.advance(milliseconds(10));
  EXPECT_EQ(ended, 1);
  desk[0].fulfil(long_text);  // too late, into a state that only the completer still holds
  EXPECT_EQ(executor.run_ready(), 0u);
  EXPECT_EQ(ended, 1);
}

TEST(Completion, a_value_that_meets_the_deadline_is_given_once) {
  ManualExecutor executor;
  Desk<std::string> desk;
  std::vector<std::optional<std::string>> got;
  start(executor, waiting_until(executor, desk, executor.now() + milliseconds(10)),
        [&got](std::optional<std::string> value) { got.push_back(std::move(value)); });
  executor.post_at(executor.now() + milliseconds(10), [] {});
  desk[0].fulfil(long_text);           // its job is posted, but has not run
  executor.advance(milliseconds(10));  // at the time of the timer
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0], long_text);
}

TEST(Completion, a_deadline_that_has_passed_does_not_wait) {
  ManualExecutor executor;
  Desk<std::string> desk;
  EXPECT_EQ(executor.run(waiting_until(executor, desk, executor.now())), std::nullopt);
  EXPECT_EQ(executor.timers(), 0u);
}

Task<int> waiting_again(Executor& executor, Desk<int>& desk, int& rounds) {
  Completion<int> completion(executor);
  desk.push_back(completion.completer());
  while (true) {
    std::optional<int> value = co_await completion.wait_until(executor.now() + milliseconds(10));
    ++rounds;
    if (value) co_return *value;
  }
}

TEST(Completion, a_task_may_wait_again_after_its_deadline) {
  ManualExecutor executor;
  Desk<int> desk;
  int rounds = 0;
  std::optional<int> got;
  start(executor, waiting_again(executor, desk, rounds), [&got](int value) { got = value; });
  executor.advance(milliseconds(35));
  desk[0].fulfil(7);
  executor.run_ready();
  EXPECT_EQ(got, 7);
  EXPECT_EQ(rounds, 4);
}

TEST(Completion, a_completer_without_a_wait_that_has_no_deadline_may_go_unfulfilled) {
  ManualExecutor executor;
  Desk<std::string> desk;
  std::optional<std::optional<std::string>> got;
  start(executor, waiting_until(executor, desk, executor.now() + milliseconds(10)),
        [&got](std::optional<std::string> value) { got.emplace(std::move(value)); });
  desk.clear();
  executor.advance(milliseconds(10));
  ASSERT_TRUE(got);
  EXPECT_FALSE(*got);
}

TEST(CompletionDeathTest, a_task_is_never_left_hanging) {
  EXPECT_DEATH(
      {
        ManualExecutor executor;
        Desk<std::string> desk;
        start(executor, waiting(executor, desk), [](std::string) {});
        desk.clear();
      },
      "check failed");
}

TEST(CompletionDeathTest, fulfilling_twice_ends_the_process) {
  EXPECT_DEATH(
      {
        ManualExecutor executor;
        Completion<int> completion(executor);
        Completer<int> completer = completion.completer();
        completer.fulfil(1);
        completer.fulfil(2);
      },
      "check failed");
}

// A minimal committer. It takes the queued commands and fulfils them, on a separate thread.
class Committer {
 public:
  struct Command {
    int value;
    Completer<int> done;
  };

  Committer() : thread_([this] { work(); }) {}
  ~Committer() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    gathered_.notify_one();
    thread_.join();
  }
  void submit(Command command) {
    {
      const std::lock_guard lock(mutex_);
      commands_.push_back(std::move(command));
    }
    gathered_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      gathered_.wait(lock, [this] { return closed_ || !commands_.empty(); });
      if (commands_.empty()) return;
      std::vector<Command> batch = std::exchange(commands_, {});
      lock.unlock();
      for (Command& command : batch) command.done.fulfil(command.value * 2);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable gathered_;
  std::vector<Command> commands_;
  bool closed_ = false;
  std::thread thread_;
};

Task<int> doubled(Executor& executor, Committer& committer, int value) {
  Completion<int> completion(executor);
  Committer::Command command{value, completion.completer()};
  committer.submit(std::move(command));
  if (value % 3 == 0) {
    int result = co_await completion.wait();
    co_return result;
  }
  std::optional<int> result = co_await completion.wait_until(SteadyTime::max());
  co_return *result;
}

Task<int> doubled_in_turn(Executor& executor, Committer& committer, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    const int value = co_await doubled(executor, committer, i);
    sum += value;
  }
  co_return sum;
}

TEST(Completion, tasks_of_several_threads_are_woken_by_another_one) {
  constexpr int per_task = 500;
  constexpr int tasks_per_loop = 8;
  Committer committer;
  std::atomic<int> right = 0;
  std::vector<std::thread> loops;
  for (int loop = 0; loop < 3; ++loop) {
    loops.emplace_back([&committer, &right] {
      ManualExecutor executor;
      int ended = 0;
      for (int i = 1; i < tasks_per_loop; ++i) {
        start(executor, doubled_in_turn(executor, committer, per_task), [&](int sum) {
          right += sum == per_task * (per_task - 1);
          ++ended;
        });
      }
      while (ended < tasks_per_loop - 1) {
        right += executor.run(doubled_in_turn(executor, committer, per_task)) ==
                 per_task * (per_task - 1);
      }
    });
  }
  for (std::thread& loop : loops) loop.join();
  EXPECT_GE(right, 3 * tasks_per_loop);
}

Task<bool> raced(Executor& executor, Committer& committer, SteadyTime deadline) {
  Completion<int> completion(executor);
  Committer::Command command{1, completion.completer()};
  committer.submit(std::move(command));
  std::optional<int> result = co_await completion.wait_until(deadline);
  co_return result.has_value();
}

TEST(Completion, a_deadline_and_a_fulfilment_at_the_same_moment_resume_the_task_once) {
  Committer committer;
  ManualExecutor executor;
  constexpr int rounds = 2000;
  int ended = 0;
  for (int i = 0; i < rounds; ++i) {
    start(executor, raced(executor, committer, executor.now() + milliseconds(1)),
          [&ended](bool) { ++ended; });
    executor.advance(milliseconds(1));
  }
  // An earlier fulfilment may still be posted.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (ended < rounds && std::chrono::steady_clock::now() < end) executor.run_ready();
  EXPECT_EQ(ended, rounds);
}

}  // namespace
}  // namespace tradepost::base

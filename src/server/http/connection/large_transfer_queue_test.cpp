#include "http/connection/large_transfer_queue.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/tasks/manual_executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::http {
namespace {

base::Task<void> does_parts(LargeTransferQueue& line, int parts, char name, std::string& done) {
  for (int i = 0; i < parts; ++i) {
    co_await line.next_part();
    done += name;
  }
}

TEST(LargeTransferQueue, parts_are_done_one_of_each_in_turns) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  std::string done;
  base::start(executor, does_parts(line, 3, 'a', done), [] {});
  base::start(executor, does_parts(line, 1, 'b', done), [] {});
  base::start(executor, does_parts(line, 2, 'c', done), [] {});
  executor.run_ready();
  EXPECT_EQ(done, "abcaca");
}

TEST(LargeTransferQueue, transfer_that_comes_between_two_parts_waits_for_one) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  std::string done;
  base::start(executor, does_parts(line, 2, 'a', done), [] {});
  base::start(executor, does_parts(line, 2, 'b', done), [] {});
  executor.post([&] {
    done += '.';
    executor.post([&] { done += ':'; });
  });
  executor.run_ready();
  EXPECT_EQ(done, "a.b:ab");
}

TEST(LargeTransferQueue, continues_after_it_was_empty) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  std::string done;
  for (int i = 0; i < 3; ++i) {
    base::start(executor, does_parts(line, 1, 'a', done), [] {});
    executor.run_ready();
  }
  EXPECT_EQ(done, "aaa");
}

// Simulates a transfer in parts of a millisecond each.
base::Task<void> works(base::ManualExecutor& executor, LargeTransferQueue& line, int parts,
                       int& done) {
  for (int i = 0; i < parts; ++i) {
    co_await line.next_part();
    executor.advance(std::chrono::milliseconds(1));
    ++done;
  }
}

TEST(LargeTransferQueue, leaves_others_three_quarters_of_the_time) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  int done = 0;
  line.other_was_served();
  base::start(executor, works(executor, line, 20, done), [] {});
  executor.run_ready();
  EXPECT_EQ(done, 1);
  constexpr int others_ms = 36;
  for (int ms = 0; ms < others_ms; ++ms) {
    line.other_was_served();
    executor.advance(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(done, 1 + others_ms / 4);
  executor.advance(std::chrono::seconds(1));
  EXPECT_EQ(done, 20);
}

TEST(LargeTransferQueue, works_without_pauses_if_alone) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  int done = 0;
  base::start(executor, works(executor, line, 20, done), [] {});
  executor.run_ready();
  EXPECT_EQ(done, 20);
}

TEST(LargeTransferQueue, others_who_have_not_come_for_a_while_are_not_there) {
  base::ManualExecutor executor;
  LargeTransferQueue line(executor);
  int done = 0;
  line.other_was_served();
  executor.advance(base::limits::share_memory);
  base::start(executor, works(executor, line, 20, done), [] {});
  executor.run_ready();
  EXPECT_EQ(done, 20);
}

}  // namespace
}  // namespace tradepost::http

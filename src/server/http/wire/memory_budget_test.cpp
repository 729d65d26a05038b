#include "http/wire/memory_budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/ground/resource_limits.hpp"
#include "base/tasks/manual_executor.hpp"

// Covers contract 11.8.
namespace tradepost::http {
namespace {

using std::chrono::seconds;
using Share = std::optional<MemoryShare>;

class MemoryBudgetTest : public testing::Test {
 protected:
  base::Task<Share> waits(std::uint64_t bytes) {
    auto waiting = budget_.wait(bytes, executor_.now() + seconds(10));
    waiting.begin(executor_);
    return waiting;
  }

  base::ManualExecutor executor_;
  MemoryBudget budget_{100};
};

TEST_F(MemoryBudgetTest, share_is_given_back_at_its_end) {
  {
    const Share share = budget_.take(100);
    ASSERT_TRUE(share);
    EXPECT_EQ(budget_.bytes_in_use(), 100u);
    EXPECT_FALSE(budget_.take(1));
  }
  EXPECT_EQ(budget_.bytes_in_use(), 0u);
}

TEST_F(MemoryBudgetTest, surplus_of_a_share_is_returned) {
  Share share = budget_.take(100);
  share->shrink(40);
  EXPECT_TRUE(budget_.take(60));
  share->shrink(90);
  EXPECT_EQ(budget_.bytes_in_use(), 40u);
}

TEST_F(MemoryBudgetTest, share_that_takes_the_place_of_another_gives_that_back) {
  MemoryShare share = *budget_.take(30);
  share = *budget_.take(50);
  EXPECT_EQ(budget_.bytes_in_use(), 50u);
}

TEST_F(MemoryBudgetTest, earlier_memory_is_counted_beyond_the_bound) {
  const MemoryShare share = budget_.take_anyway(150);
  EXPECT_EQ(budget_.bytes_in_use(), 150u);
  EXPECT_FALSE(budget_.take(1));
}

TEST_F(MemoryBudgetTest, who_waits_is_called_when_there_is_room) {
  Share first = budget_.take(80);
  auto second = waits(50);
  executor_.run_ready();
  EXPECT_FALSE(second.is_done());
  first.reset();
  executor_.run_ready();
  ASSERT_TRUE(second.is_done());
  EXPECT_TRUE(second.take());
  EXPECT_EQ(budget_.waited(), 1u);
  EXPECT_EQ(budget_.bytes_in_use(), 0u);
}

TEST_F(MemoryBudgetTest, who_comes_later_does_not_overtake_though_it_would_fit) {
  Share first = budget_.take(80);
  auto second = waits(50);
  auto third = waits(10);
  EXPECT_FALSE(budget_.take(10));
  executor_.run_ready();
  EXPECT_FALSE(third.is_done());
  first.reset();
  executor_.run_ready();
  EXPECT_TRUE(second.is_done() && third.is_done());
}

TEST_F(MemoryBudgetTest, request_that_waited_in_vain_makes_room_for_the_next) {
  const Share first = budget_.take(80);
  auto second = waits(50);
  executor_.advance(seconds(5));
  auto third = waits(20);
  executor_.advance(seconds(5));
  ASSERT_TRUE(second.is_done());
  EXPECT_FALSE(second.take());
  ASSERT_TRUE(third.is_done());
  EXPECT_TRUE(third.take());
  EXPECT_EQ(budget_.refused(), 1u);
}

TEST_F(MemoryBudgetTest, beyond_the_line_is_refused_at_once) {
  const Share all = budget_.take(100);
  std::vector<base::Task<Share>> line;
  for (std::size_t i = 0; i < base::limits::shares_waiting_max; ++i) line.push_back(waits(1));
  auto too_late = waits(1);
  ASSERT_TRUE(too_late.is_done());
  EXPECT_FALSE(too_late.take());
  executor_.advance(seconds(10));
  for (auto& each : line) EXPECT_TRUE(each.is_done());
}

TEST(MemoryBudgetThreads, together_they_never_have_more_than_there_is) {
  MemoryBudget budget(1'000);
  std::atomic<std::uint64_t> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 5'000; ++j) {
        const Share share = budget.take(300);
        const std::uint64_t seen = budget.bytes_in_use();
        for (std::uint64_t before = most; before < seen;) {
          if (most.compare_exchange_weak(before, seen)) break;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 1'000u);
  EXPECT_EQ(budget.bytes_in_use(), 0u);
}

}  // namespace
}  // namespace tradepost::http

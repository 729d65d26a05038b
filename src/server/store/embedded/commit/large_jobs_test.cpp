#include "store/embedded/commit/large_jobs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "base/ground/limits.hpp"
#include "store/embedded/commit/test_job.hpp"

// Covers contract 11.9.
namespace tradepost::store::embedded {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t large = 1u << 20;
constexpr base::SteadyTime start{std::chrono::hours(1)};

LargeJobs with_one_waiting() {
  LargeJobs jobs;
  jobs.add(std::make_unique<TestJob>(large, start));
  return jobs;
}

TEST(LargeJobs, nothing_is_due_where_none_waits) {
  EXPECT_FALSE(LargeJobs().due());
}

TEST(LargeJobs, have_no_pause_without_other_commands) {
  LargeJobs jobs = with_one_waiting();
  jobs.was_kept(start, start + milliseconds(100));
  EXPECT_LE(jobs.due(), start + milliseconds(100));
}

TEST(LargeJobs, pause_is_much_longer_than_what_they_took_while_others_trade) {
  LargeJobs jobs = with_one_waiting();
  jobs.others_traded(start);
  EXPECT_LE(jobs.due(), start) << "the first one has nothing to wait for";
  const auto kept = start + milliseconds(4);
  jobs.was_kept(start, kept);
  jobs.others_traded(kept);
  EXPECT_GT(jobs.due(), kept + milliseconds(800));
  EXPECT_LE(jobs.due(), kept + seconds(1));
}

TEST(LargeJobs, short_job_needs_no_pause) {
  LargeJobs jobs = with_one_waiting();
  jobs.others_traded(start);
  jobs.was_kept(start, start + microseconds(500));
  EXPECT_LE(jobs.due(), start + microseconds(500));
}

TEST(LargeJobs, pause_ends_when_the_others_have_gone) {
  LargeJobs jobs = with_one_waiting();
  jobs.others_traded(start);
  jobs.was_kept(start, start + milliseconds(500));
  EXPECT_EQ(jobs.due(), start + seconds(1));
}

TEST(LargeJobs, are_dropped_after_their_callers_timed_out) {
  LargeJobs jobs = with_one_waiting();
  jobs.add(std::make_unique<TestJob>(large, start + seconds(5)));
  EXPECT_EQ(jobs.take_late(start + base::limits::large_wait_max - milliseconds(1)), nullptr);
  EXPECT_NE(jobs.take_late(start + base::limits::large_wait_max), nullptr);
  EXPECT_EQ(jobs.take_late(start + base::limits::large_wait_max), nullptr);
  EXPECT_FALSE(jobs.is_empty());
}

TEST(LargeJobs, one_that_is_put_back_stays_the_first) {
  LargeJobs jobs;
  jobs.add(std::make_unique<TestJob>(large));
  jobs.add(std::make_unique<TestJob>(large + 1));
  jobs.put_back(jobs.take());
  EXPECT_EQ(jobs.take()->bytes(), large);
  EXPECT_EQ(jobs.take()->bytes(), large + 1);
}

TEST(LargeJobs, none_is_due_while_the_first_one_waits_for_an_intent) {
  LargeJobs jobs = with_one_waiting();
  jobs.await_intent();
  EXPECT_EQ(jobs.due(), std::nullopt);
  jobs.intent_stepped();
  EXPECT_TRUE(jobs.due());
}

TEST(LargeJobs, next_one_is_due_after_the_one_that_waited_for_an_intent_is_taken) {
  LargeJobs jobs = with_one_waiting();
  jobs.add(std::make_unique<TestJob>(large, start));
  jobs.await_intent();
  EXPECT_NE(jobs.take_late(start + base::limits::large_wait_max), nullptr);
  EXPECT_FALSE(jobs.waits_for_intent());
  EXPECT_TRUE(jobs.due());
}

}  // namespace
}  // namespace tradepost::store::embedded

#include "store/embedded/commit/large_jobs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>

#include "base/ground/limits.hpp"

// Covers contract 11.9.
namespace tradepost::store::embedded {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

class JobOf final : public Job {
 public:
  explicit JobOf(std::size_t content_bytes, base::SteadyTime queued = {})
      : content_bytes_(content_bytes) {
    queued_at = queued;
  }

  Done fetch(FactReader&, const CommittedState&) override { return {}; }
  void decide(const Moment&, std::vector<exchange::Effect>&) override {}
  void answer() override {}
  void refuse(base::Error) override {}
  base::Executor& executor() const override { std::abort(); }
  bool stands_alone() const override { return false; }
  bool concerns(const exchange::Intent&) const override { return false; }
  bool needs_room() const override { return true; }
  std::size_t bytes() const override { return content_bytes_; }
  std::size_t content_bytes() const override { return content_bytes_; }

 private:
  const std::size_t content_bytes_;
};

constexpr std::size_t large = 1u << 20;
constexpr base::SteadyTime start{std::chrono::hours(1)};

LargeJobs with_one_waiting() {
  LargeJobs jobs;
  jobs.add(std::make_unique<JobOf>(large, start));
  return jobs;
}

TEST(LargeJobs, nothing_is_due_where_none_waits) {
  EXPECT_FALSE(LargeJobs().due());
}

TEST(LargeJobs, have_no_pause_where_nobody_else_trades) {
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

TEST(LargeJobs, what_took_no_longer_than_others_do_needs_no_pause) {
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

TEST(LargeJobs, are_given_up_when_nobody_waits_for_them_any_more) {
  LargeJobs jobs = with_one_waiting();
  jobs.add(std::make_unique<JobOf>(large, start + seconds(5)));
  EXPECT_EQ(jobs.take_late(start + base::limits::large_wait_max - milliseconds(1)), nullptr);
  EXPECT_NE(jobs.take_late(start + base::limits::large_wait_max), nullptr);
  EXPECT_EQ(jobs.take_late(start + base::limits::large_wait_max), nullptr);
  EXPECT_FALSE(jobs.is_empty());
}

TEST(LargeJobs, one_that_is_put_back_stays_the_first) {
  LargeJobs jobs;
  jobs.add(std::make_unique<JobOf>(large));
  jobs.add(std::make_unique<JobOf>(large + 1));
  jobs.put_back(jobs.take());
  EXPECT_EQ(jobs.take()->bytes(), large);
  EXPECT_EQ(jobs.take()->bytes(), large + 1);
}

}  // namespace
}  // namespace tradepost::store::embedded

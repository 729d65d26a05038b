#include "store/embedded/commit/job_queue.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>

#include "store/embedded/commit/test_job.hpp"

// embedded-store 1.4 and 1.9.
namespace tradepost::store::embedded::job_queue_test {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr base::SteadyTime noon{hours(1)};

class AJobQueue : public testing::Test {
 protected:
  // Returns the refusal of the job, or nullopt if it is in the queue.
  std::optional<base::Error> add(std::size_t bytes, StoreState state = StoreState::ready,
                                 base::SteadyTime at = noon) {
    refusal_.reset();
    queue_.add(std::make_unique<TestJob>(bytes, at, &refusal_), state);
    return refusal_;
  }
  std::string text_of_refusal(StoreState state) {
    const auto refusal = add(1, state);
    return refusal ? std::string(refusal->text().str()) : "";
  }

  std::optional<base::Error> refusal_;
  JobQueue queue_{{.bytes_max = 10,
                   .large_content_bytes = 100,
                   .large_bytes_max = 200,
                   .waiting_max = milliseconds(1'000)}};
};

TEST_F(AJobQueue, returns_jobs_in_order_and_only_once) {
  for (const std::size_t bytes : {1u, 2u, 3u}) add(bytes);
  const Jobs jobs = queue_.gather({});
  ASSERT_EQ(jobs.size(), 3);
  EXPECT_EQ(jobs[0]->bytes(), 1);
  EXPECT_EQ(jobs[2]->bytes(), 3);
  EXPECT_TRUE(queue_.gather({}).empty());
}

TEST_F(AJobQueue, keeps_large_jobs_apart) {
  add(100);
  add(1);
  EXPECT_TRUE(queue_.large().is_empty()) << "before they are gathered";
  EXPECT_EQ(queue_.gather({}).size(), 1);
  ASSERT_FALSE(queue_.large().is_empty());
  EXPECT_EQ(queue_.large().take()->bytes(), 100);
}

TEST_F(AJobQueue, refuses_jobs_beyond_its_bytes_until_they_are_gathered) {
  add(11);
  EXPECT_EQ(add(1)->code(), base::ErrorCode::unavailable);
  EXPECT_FALSE(add(100)) << "large jobs have a separate limit";
  queue_.gather({});
  EXPECT_FALSE(add(1));
}

TEST_F(AJobQueue, counts_a_large_job_until_it_is_released) {
  add(150);
  add(151);
  EXPECT_TRUE(add(100));
  EXPECT_FALSE(add(1)) << "other jobs have a separate limit";
  queue_.gather({});
  queue_.large().take();
  EXPECT_TRUE(add(100));
  queue_.release_large(150);
  EXPECT_FALSE(add(100));
}

TEST_F(AJobQueue, refuses_jobs_while_the_oldest_is_late) {
  add(1);
  EXPECT_FALSE(add(1, StoreState::ready, noon + milliseconds(1'000)));
  EXPECT_TRUE(add(1, StoreState::ready, noon + milliseconds(1'001)));
  queue_.gather({});
  EXPECT_FALSE(add(1, StoreState::ready, noon + milliseconds(1'001)));
}

TEST_F(AJobQueue, names_the_most_lasting_reason_first) {
  add(11);
  EXPECT_EQ(text_of_refusal(StoreState::ready), "The exchange is busy. Try again later.");
  EXPECT_EQ(text_of_refusal(StoreState::behind), "The exchange is busy. Try again later.");
  EXPECT_EQ(text_of_refusal(StoreState::full), "The disk of the exchange is full.");
  EXPECT_EQ(text_of_refusal(StoreState::failed), "The store has stopped.");
  queue_.close();
  for (const StoreState state : {StoreState::ready, StoreState::behind, StoreState::full}) {
    EXPECT_EQ(text_of_refusal(state), "The network is moving to a database. Try again later.");
  }
  EXPECT_EQ(text_of_refusal(StoreState::failed), "The store has stopped.");
}

TEST_F(AJobQueue, has_the_refusal_of_a_full_disk_as_disk_full) {
  EXPECT_EQ(add(1, StoreState::full)->code(), base::ErrorCode::disk_full);
  EXPECT_EQ(add(1, StoreState::behind)->code(), base::ErrorCode::unavailable);
}

TEST_F(AJobQueue, is_idle_if_closed_after_the_last_job) {
  add(1);
  EXPECT_FALSE(queue_.close());
  queue_.gather({});
  EXPECT_TRUE(queue_.close());
  queue_.reopen();
  EXPECT_FALSE(add(100));
  EXPECT_FALSE(queue_.close());
  queue_.gather({});
  EXPECT_FALSE(queue_.close()) << "the large job is not taken";
  queue_.large().take();
  EXPECT_TRUE(queue_.close());
}

TEST_F(AJobQueue, wakes_the_committer_at_once_for_each_reason) {
  const base::SteadyTime never = std::chrono::steady_clock::now() + hours(24);
  add(1);
  EXPECT_EQ(queue_.gather(never).size(), 1);
  queue_.end_waits();
  EXPECT_FALSE(queue_.waits_have_ended()) << "before the committer looks";
  EXPECT_TRUE(queue_.gather(never).empty());
  EXPECT_TRUE(queue_.waits_have_ended());
  EXPECT_FALSE(queue_.has_ended());
  queue_.stop();
  EXPECT_TRUE(queue_.gather(never).empty());
  EXPECT_TRUE(queue_.has_ended());
  queue_.pause(hours(24));
}

TEST_F(AJobQueue, waits_no_longer_than_it_may) {
  EXPECT_TRUE(queue_.gather(base::SteadyTime::min()).empty());
  EXPECT_FALSE(queue_.has_ended());
}

}  // namespace
}  // namespace tradepost::store::embedded::job_queue_test

#include "base/tasks/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>

namespace tradepost::base {
namespace {

struct Tool {
  int number;
};

using Pool = WorkerPool<Tool, char>;

// A pool of one thread, which is blocked at its first work until it is released.
class HeldPool {
 public:
  explicit HeldPool(Pool::Options options) {
    options.threads = 1;
    pool_.emplace(std::move(options), [this] { return Tool{++made}; });
    EXPECT_TRUE(pool_->post([this](Tool&) {
      held_.release();
      let_go_.acquire();
    }));
    held_.acquire();
  }
  // Posts a job that appends the asker to `done`.
  bool post(char requester) {
    return pool_->post([this, requester](Tool&) { done += requester; }, requester);
  }
  void end() {
    let_go_.release();
    pool_.reset();
  }

  std::atomic<int> made = 0;
  std::string done;

 private:
  std::binary_semaphore held_{0};
  std::binary_semaphore let_go_{0};
  std::optional<Pool> pool_;
};

TEST(WorkerPool, takes_one_of_each_asker_in_turn_and_does_the_rest_at_its_end) {
  HeldPool pool({.name = "test"});
  for (const char requester : std::string("aaabbc")) EXPECT_TRUE(pool.post(requester));
  pool.end();
  EXPECT_EQ(pool.done, "abcaba");
}

TEST(WorkerPool, makes_one_tool_for_each_thread_that_works) {
  HeldPool pool({.name = "test"});
  EXPECT_TRUE(pool.post('a'));
  pool.end();
  EXPECT_EQ(pool.made, 1);
  {
    const Pool idle({.name = "test", .threads = 3}, [&] { return Tool{++pool.made}; });
  }
  EXPECT_EQ(pool.made, 1);
}

TEST(WorkerPool, refuses_what_is_more_than_may_wait) {
  HeldPool pool({.name = "test", .waiting_max = 2});
  EXPECT_TRUE(pool.post('a'));
  EXPECT_TRUE(pool.post('b'));
  EXPECT_FALSE(pool.post('c'));
  pool.end();
  EXPECT_EQ(pool.done, "ab");
}

TEST(WorkerPool, without_threads_does_all_at_its_end) {
  int done = 0;
  {
    Pool pool({.name = "test", .threads = 0}, [] { return Tool{0}; });
    EXPECT_TRUE(pool.post([&](Tool&) { ++done; }));
    EXPECT_TRUE(pool.post([&](Tool&) { ++done; }));
    EXPECT_EQ(done, 0);
  }
  EXPECT_EQ(done, 2);
}

TEST(WorkerPool, drops_waiting_work_if_the_option_says_so) {
  std::optional<Pool> pool;
  int done = 0;
  pool.emplace(Pool::Options{.name = "test", .at_end = Pool::AtEnd::drops_the_rest},
               [] { return Tool{0}; });
  EXPECT_TRUE(pool->post([&](Tool&) {
    // This posts until the end begins, when the pool refuses jobs.
    while (pool->post([&](Tool&) { ++done; })) std::this_thread::yield();
  }));
  pool.reset();
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace tradepost::base

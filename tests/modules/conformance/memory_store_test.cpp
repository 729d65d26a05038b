// Compares the store in memory with the oracle.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "conformance/plan.hpp"
#include "conformance/threads.hpp"
#include "memory_store/memory_store.hpp"
#include "tests/support/run.hpp"

// Covers contract 2.6, 4.10, 5.2, 6.2 and 6.3.
namespace tradepost::conformance {
namespace {

class MemoryStoreUnderTest final : public StoreUnderTest {
 public:
  explicit MemoryStoreUnderTest(const base::Clock& clock) : store_(clock) {}

  exchange::Store& store() override { return store_; }
  void restart() override { store_.restart(); }

 private:
  memory_store::MemoryStore store_;
};

std::unique_ptr<StoreUnderTest> make_memory_store(const base::Clock& clock) {
  return std::make_unique<MemoryStoreUnderTest>(clock);
}

// Checks the suite itself: it must reject a store whose cursors end with the process (contract
// 6.2), and its story must be short.
class ForgetfulStore final : public StoreUnderTest {
 public:
  explicit ForgetfulStore(const base::Clock& clock) : store_(clock) {}

  exchange::Store& store() override { return store_; }
  void restart() override { store_.begin_epoch(); }

 private:
  memory_store::MemoryStore store_;
};

std::unique_ptr<StoreUnderTest> make_forgetful_store(const base::Clock& clock) {
  return std::make_unique<ForgetfulStore>(clock);
}

TEST(Conformance, finds_a_store_whose_cursors_end_and_reports_it_in_few_sentences) {
  const Tally tally = run_plan(make_forgetful_store, {.seed = 7});
  EXPECT_NE(tally.story.find("the store is restarted"), std::string::npos) << tally.story;
  EXPECT_NE(tally.story.find("bad cursor"), std::string::npos) << tally.story;
  EXPECT_LT(std::ranges::count(tally.story, '\n'), 25) << tally.story;
}

TEST(MemoryStore, on_many_threads_loses_nothing_doubles_nothing_and_makes_no_forks) {
  trade_on_many_threads(make_memory_store, run::seed());
}

TEST(MemoryStore, answers_as_the_decisions_say) {
  const Plan plan = plan_of_environment();
  const Tally tally = run_plan(make_memory_store, plan);
  std::cout << tally.sentence() << '\n';
  if (!tally.story.empty()) ADD_FAILURE() << tally.story;
}

}  // namespace
}  // namespace tradepost::conformance

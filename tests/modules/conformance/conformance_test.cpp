// Compares the embedded store on a disk in memory with the oracle.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "conformance/numbers_walk.hpp"
#include "conformance/plan.hpp"
#include "conformance/threads.hpp"
#include "scratch_store/store_in_memory.hpp"
#include "tests/support/run.hpp"

// Covers contract 2.6, 4.10, 5.2, 6.2 and 6.3.
namespace tradepost::conformance {
namespace {

class StoreInMemory : public StoreUnderTest {
 public:
  explicit StoreInMemory(const base::Clock& clock) : store_(clock) {}

  exchange::Store& store() override { return store_.store(); }
  void restart() override { store_.restart(); }

 protected:
  store::embedded::testing::StoreInMemory store_;
};

std::unique_ptr<StoreUnderTest> make_store(const base::Clock& clock) {
  return std::make_unique<StoreInMemory>(clock);
}

// Checks the suite itself: it must reject a store whose cursors end with the process (contract
// 6.2), and its story must be short.
class ForgetfulStore final : public StoreInMemory {
 public:
  using StoreInMemory::StoreInMemory;

  void restart() override { store_.begin_epoch(); }
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

TEST(StoreInMemory, on_many_threads_loses_nothing_doubles_nothing_and_makes_no_forks) {
  trade_on_many_threads(make_store, run::seed());
}

TEST(StoreInMemory, gives_no_document_number_twice) {
  take_numbers_on_many_threads(make_store, run::seed());
}

// Networks have five lengths (plan.cpp): three of each here, one of each under a sanitizer.
TEST(StoreInMemory, answers_as_the_decisions_say) {
  Plan plan = plan_of_environment();
  plan.at_once = 2;
  if (!run::is_long()) plan.commands = plan.commands * 3 / 10;
  const Tally tally = run_plan(make_store, plan);
  std::cout << tally.sentence() << '\n';
  if (!tally.story.empty()) ADD_FAILURE() << tally.story;
}

}  // namespace
}  // namespace tradepost::conformance

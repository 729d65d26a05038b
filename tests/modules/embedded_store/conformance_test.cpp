#include <gtest/gtest.h>

#include <iostream>

#include "conformance/plan.hpp"
#include "conformance/threads.hpp"
#include "scratch_store/scratch_store.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing {
namespace {

class EmbeddedStoreUnderTest final : public conformance::StoreUnderTest {
 public:
  explicit EmbeddedStoreUnderTest(const base::Clock& clock) : store_(clock) {}

  exchange::Store& store() override { return store_.store(); }
  void restart() override { store_.reopen(); }

 private:
  ScratchStore store_;
};

std::unique_ptr<conformance::StoreUnderTest> make_store(const base::Clock& clock) {
  return std::make_unique<EmbeddedStoreUnderTest>(clock);
}

// On files, which takes longer than on the disk in memory of conformance_tests. Networks have five
// lengths (plan.cpp): two of each here, one of each under a sanitizer.
constexpr std::size_t short_run = run::is_sanitized ? 5'000 : 10'000;

// Covers contract 3.3 and 6.2.
TEST(EmbeddedStore, answers_as_the_decisions_say) {
  conformance::Plan plan = conformance::plan_of_environment();
  plan.at_once = 8;
  if (!run::is_long()) plan.commands = short_run;
  const conformance::Tally tally = conformance::run_plan(make_store, plan);
  std::cout << tally.sentence() << "\n";
  EXPECT_EQ(tally.story, "");
}

TEST(EmbeddedStore, takes_what_many_threads_ask_at_once) {
  conformance::trade_on_many_threads(make_store, run::seed());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing

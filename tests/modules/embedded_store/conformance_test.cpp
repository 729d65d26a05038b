#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "conformance/plan.hpp"
#include "conformance/threads.hpp"
#include "embedded_store/scratch_store.hpp"

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

// This takes ten times as long as the store in memory, which runs more commands. Networks have five
// lengths (plan.cpp): two of each here, one of each under a sanitizer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t short_run = 5'000;
#else
constexpr std::size_t short_run = 10'000;
#endif

// Covers contract 3.3 and 6.2.
TEST(EmbeddedStore, answers_as_the_decisions_say) {
  conformance::Plan plan = conformance::plan_of_environment();
  plan.at_once = 8;
  if (std::getenv("TRADEPOST_LONG") == nullptr) plan.commands = short_run;
  const conformance::Tally tally = conformance::run_plan(make_store, plan);
  std::cout << tally.sentence() << "\n";
  EXPECT_EQ(tally.story, "");
}

TEST(EmbeddedStore, takes_what_many_threads_ask_at_once) {
  conformance::trade_on_many_threads(make_store, conformance::plan_of_environment().seed);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing

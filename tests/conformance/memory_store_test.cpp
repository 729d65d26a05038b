// The store in memory, against the oracle.

#include <gtest/gtest.h>

#include <iostream>
#include <memory>

#include "conformance/plan.hpp"
#include "memory_store/memory_store.hpp"

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

TEST(MemoryStore, answers_as_the_decisions_say) {
  const Plan plan = plan_of_environment();
  const Tally tally = run_plan(make_memory_store, plan);
  std::cout << tally.sentence() << '\n';
  if (!tally.story.empty()) ADD_FAILURE() << tally.story;
}

}  // namespace
}  // namespace tradepost::conformance

#include <gtest/gtest.h>

#include <iostream>

#include "conformance/numbers_walk.hpp"
#include "conformance/plan.hpp"
#include "conformance/threads.hpp"
#include "postgres_store/scratch_store.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::postgres::testing {
namespace {

// A command takes several round trips and a sync. Networks have five lengths (plan.cpp): one of
// each of the three shortest.
constexpr std::size_t short_run = 1'500;

class PostgresConformance : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, PostgresConformance,
                         ::testing::Values(Way::direct, Way::through_pgbouncer),
                         [](const auto& way) {
                           return way.param == Way::direct ? "direct" : "through_pgbouncer";
                         });

TEST_P(PostgresConformance, answers_as_the_decisions_say) {
  conformance::Plan plan = conformance::plan_of_environment();
  plan.at_once = 3;
  if (!run::is_long()) plan.commands = short_run;
  const conformance::Tally tally = conformance::run_plan(stores(GetParam()), plan);
  std::cout << tally.sentence() << "\n";
  EXPECT_EQ(tally.story, "");
}

TEST_P(PostgresConformance, takes_what_many_threads_ask_at_once) {
  conformance::trade_on_many_threads(stores(GetParam()), run::seed());
}

TEST_P(PostgresConformance, gives_no_document_number_twice) {
  conformance::take_numbers_on_many_threads(stores(GetParam()), run::seed());
}

}  // namespace
}  // namespace tradepost::store::postgres::testing

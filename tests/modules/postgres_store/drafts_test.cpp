#include <gtest/gtest.h>

#include "conformance/drafts_walk.hpp"
#include "postgres_store/scratch_store.hpp"

// Covers contract 15.1, 15.2, 15.3.
namespace tradepost::store::postgres::testing {
namespace {

TEST(DraftTables, keep_the_drafts_for_every_node) {
  const base::ManualClock clock(base::instant_of(1'772'000'000'000));
  ScratchStore scratch(clock);
  conformance::walk_drafts(scratch.postgres().drafts());
  const auto other = PostgresStore::open(clock, scratch.options());
  ASSERT_TRUE(other.has_value());
  conformance::expect_draft_that_remains((*other)->drafts());
}

}  // namespace
}  // namespace tradepost::store::postgres::testing

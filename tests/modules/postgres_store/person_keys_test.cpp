#include <gtest/gtest.h>

#include "conformance/person_keys_walk.hpp"
#include "postgres_store/scratch_store.hpp"

namespace tradepost::store::postgres::testing {
namespace {

TEST(PersonKeyTables, keep_the_keys_of_people_for_every_node) {
  const base::ManualClock clock(base::instant_of(1'772'000'000'000));
  ScratchStore scratch(clock);
  conformance::walk_person_keys(scratch.postgres().person_keys());
  const auto other = PostgresStore::open(clock, scratch.options());
  ASSERT_TRUE(other.has_value());
  conformance::expect_key_that_remains((*other)->person_keys());
}

}  // namespace
}  // namespace tradepost::store::postgres::testing

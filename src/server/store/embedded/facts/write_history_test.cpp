#include "store/embedded/facts/write_history.hpp"

#include <gtest/gtest.h>

// embedded-store 1.2.
namespace tradepost::store::embedded::write_history_test {
namespace {

constexpr FactKey order = 100;
constexpr FactKey invoice = 200;

TEST(WriteHistory, facts_that_are_not_read_are_stale) {
  EXPECT_TRUE(WriteHistory().makes_stale(std::nullopt, {}));
}

TEST(WriteHistory, facts_are_stale_if_a_later_batch_wrote_one_of_their_keys) {
  WriteHistory history;
  history.note({order}, 7);
  EXPECT_TRUE(history.makes_stale(6, {invoice, order}));
  EXPECT_FALSE(history.makes_stale(7, {invoice, order})) << "they have the batch";
  EXPECT_FALSE(history.makes_stale(6, {invoice}));
  EXPECT_FALSE(history.makes_stale(6, {}));
}

TEST(WriteHistory, last_batch_that_wrote_a_key_counts) {
  WriteHistory history;
  history.note({order}, 7);
  history.note({order}, 9);
  EXPECT_TRUE(history.makes_stale(8, {order}));
  EXPECT_FALSE(history.makes_stale(9, {order}));
}

TEST(WriteHistory, batch_with_an_incomplete_write_set_makes_all_earlier_facts_stale) {
  WriteHistory history;
  history.note_all(7);
  EXPECT_TRUE(history.makes_stale(6, {}));
  EXPECT_FALSE(history.makes_stale(7, {}));
}

TEST(WriteHistory, too_many_keys_become_a_mark) {
  WriteHistory history(1);
  history.note({order}, 7);
  history.was_stored(7);
  EXPECT_FALSE(history.makes_stale(6, {invoice})) << "one key is not too many";
  history.note({invoice}, 8);
  history.was_stored(8);
  EXPECT_TRUE(history.makes_stale(7, {}));
  EXPECT_FALSE(history.makes_stale(8, {order, invoice}));
}

TEST(WriteHistory, batch_that_is_not_stored_leaves_no_write) {
  WriteHistory history;
  history.note({order}, 7);
  history.note({invoice}, 8);
  history.forget_after(7);
  EXPECT_TRUE(history.makes_stale(6, {order}));
  EXPECT_FALSE(history.makes_stale(7, {order, invoice}));
}

}  // namespace
}  // namespace tradepost::store::embedded::write_history_test

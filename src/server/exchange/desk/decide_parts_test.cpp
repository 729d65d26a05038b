#include "exchange/rules/decide_parts.hpp"

#include <gtest/gtest.h>

#include "exchange/desk/desk.hpp"

// Covers contract 1.1, 4.2, 7.1 and 8.5.
namespace tradepost::exchange {
namespace {

TEST(Cut, counts_characters_and_breaks_none) {
  EXPECT_EQ(cut("äöü", 3).text, "äöü");
  EXPECT_FALSE(cut("äöü", 3).was_cut);
  EXPECT_EQ(cut("äöü", 2).text, "äö");
  EXPECT_TRUE(cut("äöü", 2).was_cut);
  EXPECT_EQ(cut("", 0).text, "");
}

TEST(DerivedId, is_the_same_for_the_same_and_another_for_another) {
  base::Uuid a;
  base::Uuid b;
  b.bytes[0] = 1;
  EXPECT_EQ(derived_id("x", {a, b}, 1), derived_id("x", {a, b}, 1));
  EXPECT_NE(derived_id("x", {a, b}, 1), derived_id("x", {b, a}, 1));
  EXPECT_NE(derived_id("x", {a, b}, 1), derived_id("x", {a, b}, 2));
  EXPECT_NE(derived_id("x", {a, b}, 1), derived_id("y", {a, b}, 1));
}

TEST(OverdueCase, is_one_a_day_for_each_direction) {
  const ParticipantId a(derived_id("a", {}));
  const ParticipantId b(derived_id("b", {}));
  const Instant morning = base::instant_of(0);
  const Instant evening = morning + std::chrono::hours(23);
  const Instant tomorrow = morning + std::chrono::hours(24);
  EXPECT_EQ(overdue_case_id(a, b, Flow::live, morning), overdue_case_id(a, b, Flow::live, evening));
  EXPECT_NE(overdue_case_id(a, b, Flow::live, morning),
            overdue_case_id(a, b, Flow::live, tomorrow));
  EXPECT_NE(overdue_case_id(a, b, Flow::live, morning), overdue_case_id(b, a, Flow::live, morning));
}

TEST(RejectionLimit, of_tests_takes_nothing_from_that_of_live) {
  RejectionLimit limit;
  const ParticipantId sender;
  const auto now = base::instant_of(1'000'000);
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(limit.take(sender, Flow::test, now));
  EXPECT_FALSE(limit.take(sender, Flow::test, now));
  EXPECT_TRUE(limit.take(sender, Flow::live, now));
}

TEST(RejectionLimit, continues_when_the_clock_is_set_back) {
  RejectionLimit limit;
  const ParticipantId sender;
  const Instant now = base::instant_of(10'000'000);
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(limit.take(sender, Flow::live, now));
  EXPECT_FALSE(limit.take(sender, Flow::live, now + std::chrono::seconds(59)));
  EXPECT_TRUE(limit.take(sender, Flow::live, base::instant_of(0)));
}

}  // namespace
}  // namespace tradepost::exchange

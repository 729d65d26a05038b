#include "document/amounts/fraction.hpp"

#include <gtest/gtest.h>

#include "document/amounts/amounts.hpp"

namespace tradepost::document {
namespace {

Fraction ratio(const char* above, const char* below) {
  return *Fraction::ratio(decimal(above), decimal(below));
}

TEST(Fraction, compares_by_value) {
  EXPECT_EQ(ratio("1", "3"), ratio("2", "6"));
  EXPECT_EQ(ratio("1.5", "0.5"), Fraction(Decimal(3)));
  EXPECT_LT(ratio("333333", "1000000"), ratio("1", "3"));
  EXPECT_LT(ratio("-1", "3"), Fraction());
}

TEST(Fraction, is_none_over_zero_or_less) {
  EXPECT_FALSE(Fraction::ratio(Decimal(1), Decimal()));
  EXPECT_FALSE(Fraction::ratio(Decimal(1), Decimal(-3)));
}

TEST(Fraction, calculates_exactly) {
  EXPECT_EQ(ratio("1", "3").times(Fraction(Decimal(3))), Fraction(Decimal(1)));
  EXPECT_EQ(ratio("1", "3").plus(ratio("1", "6")), ratio("1", "2"));
  EXPECT_EQ(Fraction(Decimal(1)).over(ratio("1", "12")), Fraction(Decimal(12)));
}

TEST(Fraction, is_rounded_half_away_from_zero_and_written_with_all_decimals) {
  const auto rounded = [](const char* above, const char* below, int decimals) {
    return ratio(above, below).rounded(decimals).to_string();
  };
  EXPECT_EQ(rounded("1", "3", 2), "0.33");
  EXPECT_EQ(rounded("2", "3", 2), "0.67");
  EXPECT_EQ(rounded("1", "8", 2), "0.13");
  EXPECT_EQ(rounded("-1", "8", 2), "-0.13");
  EXPECT_EQ(rounded("1", "200.000001", 2), "0.00");
  EXPECT_EQ(rounded("7", "2", 0), "4");
  EXPECT_EQ(rounded("300", "2.5", 2), "120.00");
  EXPECT_EQ(rounded("0", "7", 2), "0.00");
  EXPECT_EQ(rounded("12.5", "1", 2), "12.50");
}

// The largest possible amount of a line.
TEST(Fraction, of_the_largest_amounts_is_rounded) {
  const Fraction amount = ratio("999999999.999999", "0.000001")
                              .times(Fraction(decimal("999999999.999999999")))
                              .times(ratio("999999999.999999", "999999.999999"));
  EXPECT_EQ(amount.rounded(2).to_string(), "1000000000000997999000000998.00");
}

}  // namespace
}  // namespace tradepost::document

#include "base/text/wide.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tradepost::base {
namespace {

constexpr std::uint64_t most_of_64_bits = std::numeric_limits<std::uint64_t>::max();

Wide largest() {
  Wide value(most_of_64_bits);
  for (int i = 0; i < 3; ++i) {
    for (int bit = 0; bit < 64; ++bit) value = value.times_plus(2, 1).value();
  }
  return value;
}

TEST(Wide, every_power_of_ten_has_its_digits) {
  EXPECT_EQ(Wide().decimal_digits(), 0);
  EXPECT_EQ(Wide().to_string(), "0");
  for (int exponent = 0; exponent <= Wide::power_max; ++exponent) {
    const Wide& power = Wide::power_of_ten(exponent);
    EXPECT_EQ(power.to_string(), "1" + std::string(static_cast<std::size_t>(exponent), '0'));
    EXPECT_EQ(power.decimal_digits(), exponent + 1);
    EXPECT_EQ(power.minus(Wide(1)).decimal_digits(), exponent);
  }
}

TEST(Wide, the_largest_is_two_to_the_256_less_one) {
  EXPECT_EQ(largest().to_string(),
            "115792089237316195423570985008687907853269984665640564039457584007913129639935");
  EXPECT_EQ(largest().decimal_digits(), 78);
  EXPECT_FALSE(largest().plus(Wide(1)));
  EXPECT_FALSE(largest().times_plus(1, 1));
  EXPECT_FALSE(largest().times(Wide(2)));
  EXPECT_EQ(largest().times(Wide(1)), largest());
}

TEST(Wide, carries_run_through_all_limbs) {
  const Wide below = largest().divided_by(2).quotient;
  const Wide sum = below.plus(Wide(1)).value();
  EXPECT_EQ(sum.minus(Wide(1)), below);
  EXPECT_GT(sum, below);
  EXPECT_EQ(sum.plus(below), largest());
}

TEST(Wide, dividing_and_multiplying_back_gives_the_same) {
  for (const std::uint64_t divisor :
       {std::uint64_t{1}, std::uint64_t{10}, std::uint64_t{12345678901}, most_of_64_bits}) {
    const auto [quotient, remainder] = largest().divided_by(divisor);
    EXPECT_EQ(quotient.times_plus(divisor, remainder), largest());
    EXPECT_LT(remainder, divisor);
  }
}

TEST(Wide, only_64_bits_are_a_uint64) {
  EXPECT_EQ(Wide(most_of_64_bits).as_uint64(), most_of_64_bits);
  EXPECT_FALSE(Wide(most_of_64_bits).plus(Wide(1))->as_uint64());
}

TEST(WideDeathTest, what_can_not_be_is_our_own_bug) {
  EXPECT_DEATH((void)Wide(1).minus(Wide(2)), "check failed");
  EXPECT_DEATH((void)Wide(1).divided_by(0), "check failed");
  EXPECT_DEATH((void)Wide::power_of_ten(78), "check failed");
}

}  // namespace
}  // namespace tradepost::base

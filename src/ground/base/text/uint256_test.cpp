#include "base/text/uint256.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tradepost::base {
namespace {

constexpr std::uint64_t most_of_64_bits = std::numeric_limits<std::uint64_t>::max();

Uint256 largest() {
  Uint256 value(most_of_64_bits);
  for (int i = 0; i < 3; ++i) {
    for (int bit = 0; bit < 64; ++bit) value = value.times_plus(2, 1).value();
  }
  return value;
}

TEST(Uint256, every_power_of_ten_has_its_digits) {
  EXPECT_EQ(Uint256().decimal_digits(), 0);
  EXPECT_EQ(Uint256().to_string(), "0");
  for (int exponent = 0; exponent <= Uint256::power_max; ++exponent) {
    const Uint256& power = Uint256::power_of_ten(exponent);
    EXPECT_EQ(power.to_string(), "1" + std::string(static_cast<std::size_t>(exponent), '0'));
    EXPECT_EQ(power.decimal_digits(), exponent + 1);
    EXPECT_EQ(power.minus(Uint256(1)).decimal_digits(), exponent);
  }
}

TEST(Uint256, the_largest_is_two_to_the_256_less_one) {
  EXPECT_EQ(largest().to_string(),
            "115792089237316195423570985008687907853269984665640564039457584007913129639935");
  EXPECT_EQ(largest().decimal_digits(), 78);
  EXPECT_FALSE(largest().plus(Uint256(1)));
  EXPECT_FALSE(largest().times_plus(1, 1));
  EXPECT_FALSE(largest().times(Uint256(2)));
  EXPECT_EQ(largest().times(Uint256(1)), largest());
}

TEST(Uint256, carries_run_through_all_limbs) {
  const Uint256 below = largest().divided_by(2).quotient;
  const Uint256 sum = below.plus(Uint256(1)).value();
  EXPECT_EQ(sum.minus(Uint256(1)), below);
  EXPECT_GT(sum, below);
  EXPECT_EQ(sum.plus(below), largest());
}

TEST(Uint256, dividing_and_multiplying_back_gives_the_same) {
  for (const std::uint64_t divisor :
       {std::uint64_t{1}, std::uint64_t{10}, std::uint64_t{12345678901}, most_of_64_bits}) {
    const auto [quotient, remainder] = largest().divided_by(divisor);
    EXPECT_EQ(quotient.times_plus(divisor, remainder), largest());
    EXPECT_LT(remainder, divisor);
  }
}

TEST(Uint256, only_64_bits_are_a_uint64) {
  EXPECT_EQ(Uint256(most_of_64_bits).as_uint64(), most_of_64_bits);
  EXPECT_FALSE(Uint256(most_of_64_bits).plus(Uint256(1))->as_uint64());
}

TEST(WideDeathTest, impossible_value_ends_the_process) {
  EXPECT_DEATH((void)Uint256(1).minus(Uint256(2)), "check failed");
  EXPECT_DEATH((void)Uint256(1).divided_by(0), "check failed");
  EXPECT_DEATH((void)Uint256::power_of_ten(78), "check failed");
}

}  // namespace
}  // namespace tradepost::base

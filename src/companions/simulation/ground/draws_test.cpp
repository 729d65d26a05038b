#include "simulation/ground/draws.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::simulation {
namespace {

// The values are from another implementation of the two algorithms. Every machine must give them.
TEST(Draws, are_those_of_fnv_and_splitmix) {
  Draws draws(1, {"order", "B1-260302-01"});
  EXPECT_EQ(draws.next(), 0x63e55850454b458bu);
  EXPECT_EQ(draws.next(), 0x2db996d1f561b842u);
}

TEST(Draws, other_seed_or_other_words_give_other_draws) {
  const auto first = Draws(1, {"order", "1"}).next();
  EXPECT_EQ(Draws(1, {"order", "1"}).next(), first);
  EXPECT_NE(Draws(2, {"order", "1"}).next(), first);
  EXPECT_NE(Draws(1, {"order1", ""}).next(), first);
  EXPECT_NE(Draws(1, {"orde", "r1"}).next(), first);
}

TEST(Draws, between_reaches_both_ends_and_nothing_else) {
  Draws draws(1, {});
  bool has_first = false;
  bool has_last = false;
  for (int i = 0; i < 1'000; ++i) {
    const auto drawn = draws.between(3, 5);
    EXPECT_GE(drawn, 3u);
    EXPECT_LE(drawn, 5u);
    has_first |= drawn == 3;
    has_last |= drawn == 5;
  }
  EXPECT_TRUE(has_first && has_last);
  EXPECT_EQ(draws.between(7, 7), 7u);
}

TEST(Draws, percentages_hold_over_numbers_that_follow_each_other) {
  for (const std::uint32_t percent : {0u, 5u, 50u, 100u}) {
    int count = 0;
    for (int i = 0; i < 10'000; ++i) {
      count += Draws(1, {"order", "B1-260302-" + std::to_string(i)}).happens(percent);
    }
    EXPECT_NEAR(count, static_cast<int>(percent) * 100, 200) << percent;
  }
}

}  // namespace
}  // namespace tradepost::simulation

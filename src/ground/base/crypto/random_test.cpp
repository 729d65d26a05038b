#include "base/crypto/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace tradepost::base {
namespace {

TEST(Random, the_systems_numbers_do_not_repeat) {
  SystemRandom random;
  SystemRandom another;
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(seen.insert(random.next_uint64()).second);
    EXPECT_TRUE(seen.insert(another.next_uint64()).second);
  }
}

TEST(Random, every_size_is_filled_to_its_end) {
  SystemRandom random;
  for (std::size_t size : {0u, 1u, 7u, 32u, 255u, 256u, 257u, 5000u}) {
    // Each byte differs from zero in one of 64 fillings, except with a probability of 2^-512 for
    // each byte.
    std::vector<bool> touched(size, false);
    std::vector<std::byte> bytes(size);
    for (int round = 0; round < 64; ++round) {
      random.fill(bytes);
      for (std::size_t i = 0; i < size; ++i) touched[i] = touched[i] || bytes[i] != std::byte{0};
    }
    EXPECT_EQ(touched, std::vector<bool>(size, true)) << size;
  }
}

TEST(Random, one_seed_gives_the_same_numbers_again) {
  SeededRandom first(42);
  SeededRandom second(42);
  SeededRandom other(43);
  EXPECT_EQ(first.next_uint64(), 13930160852258120406u);  // mt19937_64's first for 42
  EXPECT_EQ(second.next_uint64(), 13930160852258120406u);
  EXPECT_NE(other.next_uint64(), 13930160852258120406u);
  EXPECT_EQ(first.next_uint64(), second.next_uint64());
}

}  // namespace
}  // namespace tradepost::base

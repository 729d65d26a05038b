#include "credentials/password.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <vector>

namespace tradepost::credentials::password_test {
namespace {

// Made by the program argon2 of the reference implementation:
//   echo -n "correct horse" | argon2 somesaltsomesalt -id -t 2 -k 64 -p 1 -l 32 -e
const std::string of_the_reference =
    "$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$uL2hQzJmxaz0Tfm2KK6uNjA0+"
    "UvbrHBEBwVmJYrNXCE";

TEST(Password, matches_its_hash_only) {
  const std::string hash = hashed("correct horse", least_cost);
  EXPECT_TRUE(matches(hash, "correct horse"));
  for (const char* other : {"", "correct hors", "correct horse ", "Correct horse"}) {
    EXPECT_FALSE(matches(hash, other)) << other;
  }
}

TEST(Password, hash_of_the_reference_implementation_is_read) {
  EXPECT_TRUE(matches(of_the_reference, "correct horse"));
  EXPECT_FALSE(matches(of_the_reference, "correct house"));
}

TEST(Password, of_any_bytes_is_hashed_completely) {
  const std::string zeros("a\0b", 3);
  const std::string hash = hashed(zeros, least_cost);
  EXPECT_TRUE(matches(hash, zeros));
  EXPECT_FALSE(matches(hash, std::string("a\0c", 3)));
  EXPECT_FALSE(matches(hash, "a"));

  const std::string long_text(4096, 'x');
  EXPECT_FALSE(matches(hashed(long_text, least_cost), long_text.substr(1)));
  EXPECT_TRUE(matches(hashed("", least_cost), ""));
}

TEST(Password, composed_and_decomposed_characters_are_different) {
  EXPECT_FALSE(matches(hashed("gr\u00FCn", least_cost), "gru\u0308n"));
}

TEST(Password, has_another_hash_each_time) {
  EXPECT_NE(hashed("correct horse", least_cost), hashed("correct horse", least_cost));
}

TEST(Password, usual_hash_names_its_cost) {
  const std::string hash = hashed("correct horse");
  EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=65536,t=2,p=1$")) << hash;
  EXPECT_EQ(cost_of(hash), usual_cost);
  EXPECT_TRUE(matches(hash, "correct horse"));
}

TEST(Password, malformed_hash_matches_nothing_and_needs_a_new_one) {
  const std::string good = hashed("correct horse", least_cost);
  const auto with = [&good](std::string_view from, std::string_view to) {
    std::string changed = good;
    return changed.replace(changed.find(from), from.size(), to);
  };
  std::vector<std::string> hashes = {"",
                                     "$",
                                     "correct horse",
                                     "$argon2id$v=19$m=8,t=1,p=1",
                                     "$argon2id$v=19$m=8,t=1,p=1$$",
                                     with("argon2id", "argon2i"),
                                     with("argon2id", "argon2d"),
                                     with("v=19", "v=16"),
                                     with("m=8", "m=7"),
                                     with("m=8", "m=08"),
                                     with("m=8", "m=-8"),
                                     with("m=8", "m="),
                                     with("m=8", "m=262145"),
                                     with("m=8", "m=4294967304"),
                                     with("t=1", "t=0"),
                                     with("t=1", "t=17"),
                                     with("t=1", "x=1"),
                                     with("p=1", "p=2"),
                                     with("p=1", "p=1,x=1"),
                                     good + "=",
                                     good + "A",
                                     good + "$",
                                     good + std::string(1, '\0'),
                                     good + "\n",
                                     good + std::string(100'000, 'A'),
                                     std::string(" ") + good};
  for (std::size_t size = 0; size < good.size(); ++size) hashes.push_back(good.substr(0, size));
  for (const std::string& hash : hashes) {
    EXPECT_FALSE(matches(hash, "correct horse")) << hash.substr(0, 200);
  }
  for (const char* hash : {"", "correct horse", "$argon2id$v=19$m=8,t=1,p=2$", "$argon2id$"}) {
    EXPECT_TRUE(needs_new_hash(hash, least_cost)) << hash;
  }
}

TEST(Password, hash_of_another_cost_needs_a_new_one) {
  const std::string hash = hashed("correct horse", least_cost);
  EXPECT_FALSE(needs_new_hash(hash, least_cost));
  EXPECT_TRUE(needs_new_hash(hash));
  EXPECT_TRUE(needs_new_hash(hash, {.memory_kib = 8, .passes = 2}));
  EXPECT_TRUE(needs_new_hash(hash, {.memory_kib = 16, .passes = 1}));
}

TEST(Password, of_no_account_never_matches) {
  for (const char* password : {"", "correct horse", "AAAAAAAAAAAAAAAAAAAAAA"}) {
    EXPECT_FALSE(matches(hash_of_no_password(least_cost), password));
  }
  EXPECT_FALSE(needs_new_hash(hash_of_no_password()));
}

// The processor's time is compared, which other processes do not change much.
TEST(Password, of_no_account_takes_as_long_as_that_of_an_account) {
  const auto used_us = [](const std::string& hash) {
    const auto now_us = [] {
      rusage used{};
      getrusage(RUSAGE_THREAD, &used);
      return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1'000'000 + used.ru_utime.tv_usec +
             used.ru_stime.tv_usec;
    };
    const auto began = now_us();
    for (int round = 0; round < 3; ++round) EXPECT_FALSE(matches(hash, "another horse"));
    return now_us() - began;
  };
  const Cost cost{.memory_kib = 8 * 1024, .passes = 2};
  const auto known = used_us(hashed("correct horse", cost));
  const auto unknown = used_us(hash_of_no_password(cost));
  EXPECT_GT(unknown, known / 3);
  EXPECT_LT(unknown, known * 3);
}

}  // namespace
}  // namespace tradepost::credentials::password_test

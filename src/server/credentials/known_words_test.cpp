#include "credentials/known_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace tradepost::credentials::known_words_test {
namespace {

TEST(KnownWords, are_sorted_and_lower_case_letters) {
  EXPECT_TRUE(std::ranges::is_sorted(known_words()));
  EXPECT_EQ(std::ranges::adjacent_find(known_words()), known_words().end());
  for (const std::string_view word : known_words()) {
    EXPECT_GE(word.size(), 3u) << word;
    EXPECT_EQ(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), std::string_view::npos) << word;
  }
}

}  // namespace
}  // namespace tradepost::credentials::known_words_test

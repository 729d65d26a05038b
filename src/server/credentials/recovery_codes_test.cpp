#include "credentials/recovery_codes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/text/text.hpp"

namespace tradepost::credentials::recovery_codes_test {
namespace {

struct Codes {
  std::vector<std::string> texts;
  std::vector<base::Digest> digests;
};
Codes some_codes(std::uint64_t seed = 1) {
  base::SeededRandom random(seed);
  Codes codes;
  for (RecoveryCode& code : new_recovery_codes(random)) {
    codes.texts.push_back(std::move(code.text));
    codes.digests.push_back(code.digest);
  }
  return codes;
}

TEST(RecoveryCodes, are_ten_different_ones_of_readable_characters) {
  const Codes codes = some_codes();
  EXPECT_EQ(codes.texts.size(), 10u);
  EXPECT_EQ(std::set(codes.texts.begin(), codes.texts.end()).size(), 10u);
  EXPECT_EQ(std::set(codes.digests.begin(), codes.digests.end()).size(), 10u);
  for (const std::string& text : codes.texts) {
    ASSERT_EQ(text.size(), 19u);
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::string_view allowed =
          i % 5 == 4 ? "-" : std::string_view("0123456789abcdefghjkmnpqrstvwxyz");
      EXPECT_TRUE(allowed.contains(text[i])) << text;
    }
  }
  EXPECT_NE(some_codes(2).texts, codes.texts);
}

TEST(RecoveryCodes, each_is_found_at_its_place) {
  const Codes codes = some_codes();
  for (std::size_t i = 0; i < codes.texts.size(); ++i) {
    EXPECT_EQ(matching(codes.digests, codes.texts[i]), i);
  }
}

TEST(RecoveryCodes, spelling_does_not_matter) {
  const std::vector<base::Digest> digests = {base::sha256("another"),
                                             base::sha256("01abcdefghjkmnpq")};
  for (const char* typed :
       {"01ab-cdef-ghjk-mnpq", "01abcdefghjkmnpq", "01AB-CDEF-GHJK-MNPQ", " 01ab cdef ghjk mnpq ",
        "oiab-cdef-ghjk-mnpq", "OLab-cdef-ghjk-mnpq", "0-1-a-b-c-d-e-f-g-h-j-k-m-n-p-q"}) {
    EXPECT_EQ(matching(digests, typed), 1u) << typed;
  }
}

TEST(RecoveryCodes, other_text_is_not_found) {
  const Codes codes = some_codes();
  const std::string& code = codes.texts[3];
  for (const std::string& typed :
       {std::string(), std::string(" "), std::string("----"), code.substr(1), code.substr(0, 18),
        code + "0", code + code, code + '\n', code + std::string(1, '\0'), "\xFF" + code.substr(1),
        code + std::string(100, ' '), std::string(100'000, 'a'), some_codes(2).texts[3],
        codes.digests[3].hex()}) {
    EXPECT_FALSE(matching(codes.digests, typed)) << typed.substr(0, 100);
  }
  EXPECT_FALSE(matching({}, code));
}

TEST(RecoveryCodes, used_one_is_not_found) {
  Codes codes = some_codes();
  codes.digests.erase(codes.digests.begin() + 3);
  EXPECT_FALSE(matching(codes.digests, codes.texts[3]));
  EXPECT_EQ(matching(codes.digests, codes.texts[4]), 3u);
}

}  // namespace
}  // namespace tradepost::credentials::recovery_codes_test

#include "credentials/base32.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace tradepost::credentials::base32_test {
namespace {

std::string of_text(std::string_view text, std::string_view alphabet) {
  return base32(std::vector<std::uint8_t>(text.begin(), text.end()), alphabet);
}

TEST(Base32, is_that_of_the_standard) {
  EXPECT_EQ(of_text("", standard_alphabet), "");
  EXPECT_EQ(of_text("fooba", standard_alphabet), "MZXW6YTB");  // RFC 4648, section 10
  EXPECT_EQ(of_text("12345678901234567890", standard_alphabet), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

TEST(Base32, has_each_character_of_the_alphabet) {
  constexpr std::array<std::uint8_t, 20> bytes = {0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54,
                                                  0xb6, 0x35, 0xcf, 0x84, 0x65, 0x3a, 0x56,
                                                  0xd7, 0xc6, 0x75, 0xbe, 0x77, 0xdf};
  EXPECT_EQ(base32(bytes, standard_alphabet), standard_alphabet);
  EXPECT_EQ(base32(bytes, readable_alphabet), readable_alphabet);
}

}  // namespace
}  // namespace tradepost::credentials::base32_test

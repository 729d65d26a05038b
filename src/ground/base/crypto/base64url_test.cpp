#include "base/crypto/base64url.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace tradepost::base {
namespace {

TEST(Base64url, writes_the_examples_of_the_rfc_without_padding) {
  using Row = std::pair<std::string_view, std::string_view>;
  for (const auto& [bytes, text] :
       {Row{"", ""}, Row{"f", "Zg"}, Row{"fo", "Zm8"}, Row{"foo", "Zm9v"}, Row{"foob", "Zm9vYg"},
        Row{"fooba", "Zm9vYmE"}, Row{"foobar", "Zm9vYmFy"}, Row{"\xFB\xFF\xBF", "-_-_"}}) {
    EXPECT_EQ(base64url(bytes), text);
    EXPECT_EQ(from_base64url(text), bytes);
  }
}

TEST(Base64url, every_byte_comes_back) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
    EXPECT_EQ(from_base64url(base64url(bytes)), bytes);
  }
}

// The examples of RFC 4648, section 10, and the two characters that differ from base64url.
TEST(Base64, has_padding_and_the_standard_alphabet) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("\xFB\xEF\xFF"), "++//");
}

TEST(Base64url, noncanonical_text_is_not_read) {
  for (const auto text :
       {"Z", "Zg==", "Zh", "Zm9", "+/+/", "Zm 9v", "Zm9vY", "Zm9v\n", "Z\xC3\xA4"}) {
    EXPECT_EQ(from_base64url(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tradepost::base

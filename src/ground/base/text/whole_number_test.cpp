#include "base/text/whole_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace tradepost::base {
namespace {

TEST(WholeNumber, digits_that_the_type_holds_are_read) {
  EXPECT_EQ(whole_number<std::uint8_t>("0"), 0);
  EXPECT_EQ(whole_number<std::uint8_t>("255"), 255);
  EXPECT_EQ(whole_number<std::uint8_t>("007"), 7);
  EXPECT_EQ(whole_number<std::int64_t>("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(whole_number<std::uint32_t>("00c0FFee", 16), 0xC0FFEEu);
}

TEST(WholeNumber, everything_else_is_refused) {
  for (const std::string_view text :
       {"", "256", "-1", "+1", " 1", "1 ", "1.0", "1e2", "0x1", "a"}) {
    EXPECT_FALSE(whole_number<std::uint8_t>(text)) << text;
  }
  EXPECT_FALSE(whole_number<std::int64_t>("9223372036854775808"));
}

}  // namespace
}  // namespace tradepost::base

#include "base/text/hex.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace tradepost::base {
namespace {

TEST(Hex, digits_of_either_case_have_a_value_and_nothing_else_has) {
  constexpr std::string_view lower = "0123456789abcdef";
  constexpr std::string_view upper = "0123456789ABCDEF";
  for (int value = 0; value < 16; ++value) {
    EXPECT_EQ(hex_value(lower[static_cast<std::size_t>(value)]), value);
    EXPECT_EQ(hex_value(upper[static_cast<std::size_t>(value)]), value);
  }
  for (const char c : {'/', ':', '@', 'G', '`', 'g', ' ', '\0', '\xff'}) {
    EXPECT_EQ(hex_value(c), -1) << static_cast<int>(c);
  }
}

TEST(Hex, two_digits_a_byte_are_read_and_nothing_else_is) {
  std::array<std::uint8_t, 2> bytes{};
  EXPECT_TRUE(read_hex("00fF", bytes));
  EXPECT_EQ(bytes, (std::array<std::uint8_t, 2>{0, 255}));
  for (const std::string_view digits :
       {"", "00f", "00ff0", "00ff00", "00fg", "0x00", " 0ff", "+0-f"}) {
    EXPECT_FALSE(read_hex(digits, bytes)) << digits;
  }
}

}  // namespace
}  // namespace tradepost::base

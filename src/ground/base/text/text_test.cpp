#include "base/text/text.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tradepost::base {
namespace {

std::string utf8_of(char32_t code) {
  std::string text;
  const auto put = [&text](char32_t bits) { text += static_cast<char>(bits); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
  return text;
}

bool is_surrogate(char32_t code) {
  return code >= 0xD800 && code <= 0xDFFF;
}

TEST(Text, beginning_cuts_no_character_in_two) {
  EXPECT_EQ(beginning_of("aä€", 10), "aä€");
  EXPECT_EQ(beginning_of("aä€", 6), "aä€");
  EXPECT_EQ(beginning_of("aä€", 5), "aä");
  EXPECT_EQ(beginning_of("aä€", 2), "a");
  EXPECT_EQ(beginning_of("ä", 1), "");
  EXPECT_EQ(beginning_of("", 0), "");
}

TEST(Text, code_points_are_counted_and_not_bytes) {
  struct Row {
    std::string_view text;
    std::size_t count;
  };
  for (const Row& row : {Row{"", 0}, Row{"a", 1}, Row{"Getränkehändler", 15}, Row{"€uro", 4},
                         Row{"😀", 1}, Row{"eight by", 8}, Row{"ninety-nine bottles", 19},
                         Row{"ääääääää", 8}, Row{"a😀b€cäd and the rest", 20}}) {
    EXPECT_EQ(code_points(row.text), row.count) << row.text;
  }
}

TEST(Text, code_points_of_random_texts_are_those_put_in) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    const std::size_t wanted = random() % 60;
    for (std::size_t i = 0; i < wanted;) {
      constexpr char32_t ends[] = {0x80, 0x800, 0x10000, 0x110000};
      const auto code = static_cast<char32_t>(random() % ends[random() % 4]);
      if (is_surrogate(code)) continue;
      text += utf8_of(code);
      ++i;
    }
    EXPECT_EQ(code_points(text), wanted);
    EXPECT_TRUE(is_utf8(text));
  }
}

TEST(Text, code_point_is_that_of_the_sequence) {
  for (const char32_t code : {U'\0', U'a', U'\x7F', U'\x80', U'ß', U'\x7FF', U'\x800', U'€',
                              U'\xFFFF', U'\x10000', U'😀', U'\x10FFFF'}) {
    EXPECT_EQ(code_point_of(utf8_of(code)), code) << static_cast<std::uint32_t>(code);
  }
}

TEST(Text, every_white_space_of_ecmascript_is_blank_and_nothing_else) {
  for (char32_t code = 0; code < 0x20000; ++code) {
    if (is_surrogate(code)) continue;
    const bool white = (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0xA0 ||
                       code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
                       code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000 ||
                       code == 0xFEFF;
    const std::string text = utf8_of(code);
    EXPECT_EQ(is_blank(text), white) << std::hex << static_cast<std::uint32_t>(code);
    EXPECT_EQ(is_blank(" " + text + "\n"), white) << std::hex << static_cast<std::uint32_t>(code);
  }
}

TEST(Text, empty_is_blank_and_one_letter_between_blanks_is_not) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t\r\n\u00A0\u3000"));
  EXPECT_FALSE(is_blank(" \u00A0x\u3000"));
  EXPECT_FALSE(is_blank("\u200B"));  // the zero width space is not \s
}

TEST(Text, trimming_takes_white_space_from_both_ends_only) {
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed(" \u00A0 "), "");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed("\u3000 a b\u00A0\n"), "a b");
  EXPECT_EQ(trimmed(" ä "), "ä");
  EXPECT_EQ(trimmed("\x80\x80"), "\x80\x80");  // not UTF-8: still within bounds
}

TEST(Text, broken_utf8_is_found) {
  const std::vector<std::string> broken = {
      "\x80",
      "\xC0\x80",
      "\xC1\xBF",
      "\xC2",
      "\xE0\x80\x80",
      "\xE0\x9F\xBF",
      "\xED\xA0\x80",
      "\xED\xBF\xBF",
      "\xE2\x82",
      "\xE2\x28\xA1",
      "\xF0\x80\x80\x80",
      "\xF0\x8F\xBF\xBF",
      "\xF4\x90\x80\x80",
      "\xF5\x80\x80\x80",
      "\xF0\x9F\x98",
      "\xFF",
      "ab\xC3",
      "\xE2\x82\xC2",
      "\xF0\x9F\x98\x41",
  };
  for (const std::string& text : broken) EXPECT_FALSE(is_utf8(text)) << hex(text);
  for (const std::string_view text : {"", "\x7F", "\u0080", "\u07FF", "\u0800", "\uD7FF", "\uE000",
                                      "\uFFFF", "\U00010000", "\U0010FFFF"}) {
    EXPECT_TRUE(is_utf8(text)) << hex(text);
  }
}

TEST(Text, ascii_case_leaves_other_letters_alone) {
  EXPECT_EQ(ascii_lowered("GTIN Ä @[`{"), "gtin Ä @[`{");
  EXPECT_EQ(ascii_uppered("de 12 ä"), "DE 12 ä");
  EXPECT_TRUE(equal_ignoring_ascii_case("Content-Type", "content-type"));
  EXPECT_FALSE(equal_ignoring_ascii_case("content-type", "content-typ"));
  EXPECT_FALSE(equal_ignoring_ascii_case("Ä", "ä"));
}

TEST(Text, hex_has_two_digits_a_byte) {
  EXPECT_EQ(hex(""), "");
  EXPECT_EQ(hex(std::string_view("\x00\x0F\xF0\xFF", 4)), "000ff0ff");
}

}  // namespace
}  // namespace tradepost::base

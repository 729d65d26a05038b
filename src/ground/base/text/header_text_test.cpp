#include "base/text/header_text.hpp"

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

TEST(HeaderText, blanks_and_tabs_at_both_ends_go_and_nothing_else_does) {
  EXPECT_EQ(without_blanks(""), "");
  EXPECT_EQ(without_blanks(" \t "), "");
  EXPECT_EQ(without_blanks("\t a b \t"), "a b");
  EXPECT_EQ(without_blanks("\na\r"), "\na\r");
  EXPECT_EQ(without_blanks("\u00a0a\v"), "\u00a0a\v");
}

}  // namespace
}  // namespace tradepost::base

#include "api/wire/cursor_text.hpp"

#include <gtest/gtest.h>

// Covers contract 6.2.
namespace tradepost::api::cursor_text_test {
namespace {

constexpr base::SealKey key{7};

exchange::Cursor some_cursor() {
  return {.epoch = 3,
          .participant = exchange::ParticipantId(base::Uuid{{1, 2, 3}}),
          .flow = exchange::Flow::test,
          .list = exchange::Cursor::List::history,
          .filter = 0xFEDCBA9876543210u,
          .position = 0x0102030405060708u,
          .id = base::Uuid{{9, 8, 7}}};
}

TEST(CursorText, comes_back_whole) {
  base::Sealer sealer(key);
  EXPECT_EQ(cursor_in(sealer, cursor_text(sealer, some_cursor())), some_cursor());
  EXPECT_EQ(cursor_in(sealer, cursor_text(sealer, {})), exchange::Cursor{});
}

TEST(CursorText, may_stand_in_an_address_as_it_is) {
  base::Sealer sealer(key);
  const std::string text = cursor_text(sealer, some_cursor());
  EXPECT_EQ(
      text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
      std::string::npos);
  EXPECT_LT(text.size(), 200u);
}

TEST(CursorText, foreign_text_is_not_a_cursor) {
  base::Sealer sealer(key);
  const std::string text = cursor_text(sealer, some_cursor());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(cursor_in(sealer, changed), std::nullopt) << i;
    EXPECT_EQ(cursor_in(sealer, text.substr(0, i)), std::nullopt) << i;
  }
  for (const auto other : {"", "A", "0", "null", "=", "%20"}) {
    EXPECT_EQ(cursor_in(sealer, other), std::nullopt) << other;
  }
}

TEST(CursorText, seal_of_something_else_is_no_cursor) {
  base::Sealer sealer(key);
  const std::string text = cursor_text(sealer, some_cursor());
  base::Sealer other(base::SealKey{8});
  EXPECT_EQ(cursor_in(other, text), std::nullopt);
}

}  // namespace
}  // namespace tradepost::api::cursor_text_test

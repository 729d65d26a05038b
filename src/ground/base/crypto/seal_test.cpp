#include "base/crypto/seal.hpp"

#include <gtest/gtest.h>

// Covers contract 6.2.
namespace tradepost::base {
namespace {

constexpr SealKey key{1, 2, 3};
constexpr SealKey other_key{1, 2, 4};

TEST(Sealer, opens_what_it_sealed) {
  Sealer sealer(key);
  for (const std::string& text : {std::string(), std::string("a"), std::string(1'000, '\xFF')}) {
    EXPECT_EQ(sealer.open(sealer.seal(text, "cursor"), "cursor"), text);
  }
}

TEST(Sealer, another_process_with_the_key_opens_it_too) {
  EXPECT_EQ(Sealer(key).open(Sealer(key).seal("text", "cursor"), "cursor"), "text");
}

TEST(Sealer, equal_texts_seal_alike_and_others_by_another_nonce) {
  Sealer sealer(key);
  EXPECT_EQ(sealer.seal("text", "cursor"), sealer.seal("text", "cursor"));
  EXPECT_NE(sealer.seal("text", "cursor").substr(0, 12),
            sealer.seal("texu", "cursor").substr(0, 12));
  EXPECT_NE(sealer.seal("text", "cursor").substr(0, 12), sealer.seal("text", "link").substr(0, 12));
  EXPECT_NE(sealer.seal("ab", "c").substr(0, 12), sealer.seal("b", "ca").substr(0, 12));
}

TEST(Sealer, another_key_or_purpose_opens_nothing) {
  const std::string sealed = Sealer(key).seal("text", "cursor");
  EXPECT_EQ(Sealer(other_key).open(sealed, "cursor"), std::nullopt);
  EXPECT_EQ(Sealer(key).open(sealed, "link"), std::nullopt);
}

TEST(Sealer, no_bit_can_be_changed_and_nothing_cut_off_or_put_on) {
  Sealer sealer(key);
  const std::string sealed = sealer.seal("position 7", "cursor");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = sealed;
      changed[i] = static_cast<char>(changed[i] ^ 1 << bit);
      EXPECT_EQ(sealer.open(changed, "cursor"), std::nullopt);
    }
    EXPECT_EQ(sealer.open(sealed.substr(0, i), "cursor"), std::nullopt);
  }
  EXPECT_EQ(sealer.open(sealed + '\0', "cursor"), std::nullopt);
  EXPECT_EQ(sealer.open(sealed, "cursor"), "position 7");
}

TEST(Sealer, text_is_not_to_be_read_in_it) {
  EXPECT_EQ(Sealer(key).seal("position 7", "cursor").find("position"), std::string::npos);
}

}  // namespace
}  // namespace tradepost::base

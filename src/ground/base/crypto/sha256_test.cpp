#include "base/crypto/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tradepost::base {
namespace {

struct Row {
  std::string text;
  std::string_view digest;
};

// The examples of FIPS 180-4, the empty text, and lengths around the block of 64 bytes.
const Row rows[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {std::string(64, 'a'), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    {std::string(1'000'000, 'a'),
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

TEST(Sha256, known_texts_have_their_known_digests) {
  for (const Row& row : rows) EXPECT_EQ(sha256(row.text).hex(), row.digest) << row.text.size();
}

TEST(Sha256, a_text_in_pieces_has_the_digest_of_the_whole) {
  Sha256 hash;
  for (const Row& row : rows) {
    for (std::size_t piece : {1u, 7u, 63u, 64u, 65u, 4096u}) {
      if (row.text.size() / piece > 100'000) continue;
      for (std::size_t at = 0; at < row.text.size(); at += piece) {
        hash.update(std::string_view(row.text).substr(at, piece));
      }
      EXPECT_EQ(hash.finish().hex(), row.digest) << row.text.size() << " by " << piece;
    }
  }
}

TEST(Sha256, a_moved_digest_continues_where_it_was) {
  Sha256 first;
  first.update("a");
  Sha256 second = std::move(first);
  EXPECT_EQ(second.update("bc").finish(), sha256("abc"));
}

TEST(Sha256, digests_compare_by_their_bytes) {
  EXPECT_EQ(sha256("a"), sha256("a"));
  EXPECT_NE(sha256("a"), sha256("b"));
  EXPECT_LT(Digest{}, sha256("a"));
}

}  // namespace
}  // namespace tradepost::base

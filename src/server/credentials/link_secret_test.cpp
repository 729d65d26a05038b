#include "credentials/link_secret.hpp"

#include <gtest/gtest.h>

#include "base/crypto/base64url.hpp"

namespace tradepost::credentials::link_secret_test {
namespace {

TEST(LinkSecret, has_32_random_bytes_and_their_digest) {
  base::SystemRandom random;
  const LinkSecret secret = new_link_secret(random);
  EXPECT_EQ(base::from_base64url(secret.text)->size(), 32u);
  EXPECT_EQ(digest_of_link(secret.text), secret.digest);
  EXPECT_NE(new_link_secret(random).text, secret.text);
}

TEST(LinkSecret, other_text_has_no_digest) {
  base::SeededRandom random(1);
  const std::string text = new_link_secret(random).text;
  for (const std::string& other :
       {std::string(), text.substr(1), text + "A", text.substr(1) + "=", text.substr(1) + "+",
        text.substr(1) + ' ', std::string(43, '\xFF'), text.substr(0, 42) + "B"}) {
    EXPECT_FALSE(digest_of_link(other)) << other;
  }
}

}  // namespace
}  // namespace tradepost::credentials::link_secret_test

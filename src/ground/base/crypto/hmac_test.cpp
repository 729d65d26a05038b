#include "base/crypto/hmac.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

// Cases 1, 2, 6 and 7 of RFC 4231.
TEST(Hmac, is_that_of_the_standard) {
  EXPECT_EQ(hmac_sha256(std::string(20, '\x0b'), "Hi There").hex(),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac_sha256("Jefe", "what do ya want for nothing?").hex(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const std::string long_key(131, '\xaa');
  EXPECT_EQ(hmac_sha256(long_key, "Test Using Larger Than Block-Size Key - Hash Key First").hex(),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(hmac_sha256(long_key,
                        "This is a test using a larger than block-size key and a larger than "
                        "block-size data. The key needs to be hashed before being used by the "
                        "HMAC algorithm.")
                .hex(),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

// Cases 1, 2, 6 and 7 of RFC 2202.
TEST(Hmac, with_sha1_is_that_of_the_standard) {
  const auto hex_of = [](std::string_view key, std::string_view message) {
    const auto code = hmac_sha1(key, message);
    return hex({reinterpret_cast<const char*>(code.data()), code.size()});
  };
  EXPECT_EQ(hex_of(std::string(20, '\x0b'), "Hi There"),
            "b617318655057264e28bc0b6fb378c8ef146be00");
  EXPECT_EQ(hex_of("Jefe", "what do ya want for nothing?"),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
  const std::string long_key(80, '\xaa');
  EXPECT_EQ(hex_of(long_key, "Test Using Larger Than Block-Size Key - Hash Key First"),
            "aa4ae5e15272d00e95705637ce8a3b55ed402112");
  EXPECT_EQ(
      hex_of(long_key, "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"),
      "e8e99d0f45237d786d6bbaa7965c7808bbff1a91");
}

TEST(Hmac, of_nothing_by_nothing_is_one_too) {
  EXPECT_EQ(hmac_sha256("", "").hex(),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

}  // namespace
}  // namespace tradepost::base

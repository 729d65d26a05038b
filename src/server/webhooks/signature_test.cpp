#include "webhooks/signature.hpp"

#include <gtest/gtest.h>

namespace tradepost::webhooks {
namespace {

// The expected value is the output of: printf '1772442843.{"id":"1"}' | openssl dgst -sha256 -hmac
// secret
TEST(Signature, is_what_openssl_makes_of_timestamp_and_body) {
  EXPECT_EQ(signature("secret", "1772442843", R"({"id":"1"})"),
            "v1=5df017c9dcc405853df00897a1044bbd011e490d552e13147b7b181090ac54a1");
}

TEST(Signature, is_another_for_another_time_body_or_secret) {
  const std::string one = signature("secret", "1772442843", "{}");
  EXPECT_NE(one, signature("secret", "1772442844", "{}"));
  EXPECT_NE(one, signature("secret", "1772442843", "{ }"));
  EXPECT_NE(one, signature("Secret", "1772442843", "{}"));
}

}  // namespace
}  // namespace tradepost::webhooks

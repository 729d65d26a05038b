#include "api/wire/address_range.hpp"

#include <gtest/gtest.h>

namespace tradepost::api {
namespace {

bool has(std::string_view range, std::string_view address) {
  const auto parsed = AddressRange::parse(range);
  EXPECT_TRUE(parsed.has_value()) << range;
  return parsed && parsed->has(http::Address::parse(address).value());
}

// Covers contract 6.4.
TEST(AddressRange, has_what_begins_alike) {
  EXPECT_TRUE(has("10.0.0.7", "10.0.0.7"));
  EXPECT_FALSE(has("10.0.0.7", "10.0.0.6"));
  EXPECT_TRUE(has("10.0.0.0/8", "10.255.1.2"));
  EXPECT_FALSE(has("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(has("192.168.4.0/22", "192.168.7.255"));
  EXPECT_FALSE(has("192.168.4.0/22", "192.168.8.0"));
  EXPECT_TRUE(has("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(has("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(has("::1", "::1"));
  EXPECT_TRUE(has("10.0.0.0/8", "::ffff:10.1.1.1"));
}

TEST(AddressRange, every_address_of_a_version_has_no_bits) {
  EXPECT_TRUE(has("0.0.0.0/0", "203.0.113.9"));
  EXPECT_FALSE(has("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(has("::/0", "2001:db8::1"));
  EXPECT_TRUE(has("::/0", "203.0.113.9"));
}

TEST(AddressRange, malformed_range_is_refused) {
  for (const auto* const text :
       {"", "localhost", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8",
        "10.0.0.1/8", "2001:db8::1/64", "::/129", "10.0.0.0/0008", "*", " 10.0.0.1", "/8"}) {
    EXPECT_FALSE(AddressRange::parse(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace tradepost::api

#include "calls/public_address.hpp"

#include <gtest/gtest.h>

namespace tradepost::calls {
namespace {

TEST(PublicAddress, addresses_of_the_world_are_public) {
  for (const char* address :
       {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255",
        "192.169.0.0", "223.255.255.255", "2a00:1450:4001::7", "2606:4700::1111", "::ffff:1.1.1.1",
        "64:ff9b::1.1.1.1", "2002:101:101::1"}) {
    EXPECT_TRUE(is_public_address(address)) << address;
  }
}

TEST(PublicAddress, addresses_of_ones_own_network_are_not) {
  for (const char* address :
       {"0.0.0.0",         "0.1.2.3",    "10.0.0.0",        "10.255.255.255",  "100.64.0.1",
        "100.127.255.255", "127.0.0.1",  "127.255.255.254", "169.254.169.254", "172.16.0.1",
        "172.31.255.255",  "192.0.0.8",  "192.168.0.1",     "198.18.0.1",      "198.19.255.255",
        "224.0.0.1",       "239.1.1.1",  "240.0.0.1",       "255.255.255.255", "192.0.2.1",
        "198.51.100.1",    "203.0.113.1"}) {
    EXPECT_FALSE(is_public_address(address)) << address;
  }
}

// Covers contract 8.3.
TEST(PublicAddress, addresses_of_version_6_that_lead_home_are_not) {
  for (const char* address : {"::",
                              "::1",
                              "fe80::1",
                              "febf::1",
                              "fc00::1",
                              "fd12:3456::1",
                              "ff02::1",
                              "fec0::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "::ffff:a00:1",
                              "::127.0.0.1",
                              "64:ff9b::127.0.0.1",
                              "64:ff9b::a00:1",
                              "64:ff9b:1::1",
                              "2002:7f00:1::1",
                              "2002:a00:1::1",
                              "2002:c0a8:101::",
                              "2001::1",
                              "2001:1ff::1",
                              "2001:db8::1",
                              "3fff::1",
                              "100::1",
                              "4000::1"}) {
    EXPECT_FALSE(is_public_address(address)) << address;
  }
}

TEST(PublicAddress, other_than_a_numeric_address_is_not_public) {
  for (const char* address :
       {"", "example.org", "1.1.1", "0x7f.1", "2130706433", "[::1]", "1.1.1.1 "}) {
    EXPECT_FALSE(is_public_address(address)) << address;
  }
}

}  // namespace
}  // namespace tradepost::calls

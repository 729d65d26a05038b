#include "http/connection/connection_limits.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <vector>

namespace tradepost::http {
namespace {

Address address(std::string_view text) {
  return Address::parse(text).value();
}

TEST(Address, is_shown_as_it_is_written) {
  for (const auto text : {"127.0.0.1", "192.0.2.255", "::1", "2001:db8::1"}) {
    EXPECT_EQ(address(text).to_string(), text);
  }
  EXPECT_EQ(address("::ffff:192.0.2.1").to_string(), "192.0.2.1");
  for (const auto text : {"", "localhost", "1.2.3", "1.2.3.4.5", "::g"}) {
    EXPECT_EQ(Address::parse(text), std::nullopt) << text;
  }
}

TEST(Address, of_version_6_counts_by_its_network) {
  EXPECT_EQ(address("2001:db8:0:1::1").counted_as(), address("2001:db8:0:1:ff::2").counted_as());
  EXPECT_NE(address("2001:db8:0:1::1").counted_as(), address("2001:db8:0:2::1").counted_as());
  EXPECT_NE(address("192.0.2.1").counted_as(), address("192.0.2.2").counted_as());
}

TEST(Address, of_this_machine_is_loopback) {
  for (const auto text : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(address(text).is_loopback()) << text;
  for (const auto text : {"10.0.0.1", "128.0.0.1", "::", "::2", "2001:db8::1"})
    EXPECT_FALSE(address(text).is_loopback()) << text;
}

TEST(ConnectionLimits, one_address_gets_its_share_and_no_more) {
  ConnectionLimits limits({.in_all = 100, .per_address = 2});
  auto first = limits.take_place(address("192.0.2.1"));
  std::optional second = limits.take_place(address("192.0.2.1"));
  ASSERT_TRUE(first && *second);
  EXPECT_FALSE(limits.take_place(address("192.0.2.1")));
  EXPECT_TRUE(limits.take_place(address("192.0.2.2")));
  second.reset();
  EXPECT_TRUE(limits.take_place(address("192.0.2.1")));
}

TEST(ConnectionLimits, all_together_are_bounded) {
  ConnectionLimits limits({.in_all = 2, .per_address = 2});
  std::vector<base::Result<ConnectionPlace>> places;
  places.push_back(limits.take_place(address("192.0.2.1")));
  places.push_back(limits.take_place(address("192.0.2.2")));
  EXPECT_FALSE(limits.take_place(address("192.0.2.3")));
  places.pop_back();
  EXPECT_TRUE(limits.take_place(address("192.0.2.3")));
}

}  // namespace
}  // namespace tradepost::http

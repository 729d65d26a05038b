#include "calls/address.hpp"

#include <gtest/gtest.h>

namespace tradepost::calls {
namespace {

TEST(Address, slashes_at_the_end_are_none_of_it) {
  EXPECT_EQ(address_of("https://trade.example.org/exchange//").value().url,
            "https://trade.example.org/exchange");
}

TEST(Address, other_than_a_plain_http_url_is_refused) {
  for (const char* url : {"", "trade.example.org", "ftp://trade.example.org", "http://", "http:/x",
                          "http://user@trade.example.org", "http://u:p@trade.example.org",
                          "http://trade.example.org?x=1", "http://trade.example.org#top",
                          "http://trade.example.org/a b", "http://trade.example.org/\r\nX: y",
                          "file:///etc/passwd", "http://trade.example.org:port"}) {
    EXPECT_FALSE(address_of(url).has_value()) << url;
  }
}

TEST(Address, loopback_is_this_machine_alone) {
  for (const char* url : {"http://127.0.0.1:8480", "http://127.9.9.9", "http://localhost:1",
                          "http://LOCALHOST", "http://[::1]:8480"}) {
    EXPECT_TRUE(address_of(url).value().is_loopback) << url;
  }
  for (const char* url : {"http://127.0.0.1.example.org", "http://localhost.example.org",
                          "http://10.0.0.1", "http://[::2]", "https://trade.example.org"}) {
    EXPECT_FALSE(address_of(url).value().is_loopback) << url;
  }
}

TEST(Address, a_link_leads_to_the_exchange_by_scheme_host_and_port) {
  const Address address = address_of("http://trade.example.org/exchange").value();
  EXPECT_TRUE(leads_to("http://trade.example.org/v2/transactions?cursor=x", address));
  EXPECT_TRUE(leads_to("http://trade.example.org:80/v2/ping", address));
  EXPECT_TRUE(leads_to("http://TRADE.example.org/v2/ping", address));
  for (const char* url :
       {"https://trade.example.org/v2/ping", "http://trade.example.org:8080/v2/ping",
        "http://trade.example.org.evil.test/v2/ping", "http://trade.example.org@evil.test/",
        "http://user@trade.example.org/v2/ping", "/v2/ping", ""}) {
    EXPECT_FALSE(leads_to(url, address)) << url;
  }
}

}  // namespace
}  // namespace tradepost::calls

#include "api/wire/forwarded.hpp"

#include <gtest/gtest.h>

#include <string>

#include "api/wire/parsed_test_request.hpp"

// Covers contract 6.4.
namespace tradepost::api {
namespace {

// In parsed_test_request.hpp the client is 192.0.2.1, and the Host is exchange.test.
Settings that_trust(std::string_view range) {
  Settings settings;
  settings.trusted_proxies.push_back(AddressRange::parse(range).value());
  return settings;
}

std::string url_of(std::string_view lines, const Settings& settings) {
  return base_url_of(request_with(lines), settings).value_or("none");
}

constexpr std::string_view forwarded =
    "X-Forwarded-Proto: https\r\nX-Forwarded-Host: trade.example:8443\r\n"
    "X-Forwarded-Prefix: /exchange/\r\nX-Forwarded-For: 203.0.113.9\r\n";

TEST(Forwarded, trusted_proxy_says_where_links_lead_and_who_asks) {
  const Settings settings = that_trust("192.0.2.0/24");
  EXPECT_EQ(url_of(forwarded, settings), "https://trade.example:8443/exchange");
  EXPECT_EQ(client_of(request_with(forwarded), settings), "203.0.113.9");
  EXPECT_EQ(url_of("", settings), "http://exchange.test");
  EXPECT_EQ(client_of(request_with(""), settings), "192.0.2.1");
}

TEST(Forwarded, untrusted_proxy_is_ignored) {
  for (const Settings& settings : {Settings(), that_trust("192.0.3.0/24")}) {
    EXPECT_EQ(url_of(forwarded, settings), "http://exchange.test");
    EXPECT_EQ(client_of(request_with(forwarded), settings), "192.0.2.1");
  }
}

TEST(Forwarded, public_url_wins_over_all_that_is_said) {
  Settings settings = that_trust("192.0.2.1");
  settings.public_url = "https://public.example/x";
  EXPECT_EQ(url_of(forwarded, settings), "https://public.example/x");
  EXPECT_EQ(client_of(request_with(forwarded), settings), "203.0.113.9");
}

TEST(Forwarded, server_that_speaks_tls_has_links_of_https) {
  Settings settings;
  settings.tls = true;
  EXPECT_EQ(url_of("", settings), "https://exchange.test");
  EXPECT_EQ(url_of("X-Forwarded-Proto: http\r\n", settings), "https://exchange.test");
}

TEST(Forwarded, absolute_target_says_where_links_lead_and_host_does_not) {
  const auto url_by = [](std::string_view target, std::string_view lines,
                         const Settings& settings) {
    return base_url_of(request_with(lines, target), settings).value_or("none");
  };
  EXPECT_EQ(url_by("http://shop.example:8480/v2/ping", "", Settings()), "http://shop.example:8480");
  EXPECT_EQ(url_by("HTTPS://shop.example", "", Settings()), "https://shop.example");
  EXPECT_EQ(url_by("http://a@shop.example/", "", Settings()), "none");
  EXPECT_EQ(url_by("http:///v2/ping", "", Settings()), "none");
  EXPECT_EQ(url_by("http://shop.example/", forwarded, that_trust("192.0.2.1")),
            "https://trade.example:8443/exchange");
}

TEST(Forwarded, entries_before_the_proxys_own_are_not_believed) {
  const Settings settings = that_trust("192.0.2.1");
  EXPECT_EQ(url_of("X-Forwarded-Host: evil.test\r\nX-Forwarded-Host: a.test, b.test\r\n"
                   "X-Forwarded-Proto: http, HTTPS\r\n",
                   settings),
            "https://b.test");
  EXPECT_EQ(client_of(request_with("X-Forwarded-For: 10.0.0.1, 203.0.113.9\r\n"), settings),
            "203.0.113.9");
}

TEST(Forwarded, proxies_in_a_row_are_passed_over) {
  Settings settings = that_trust("192.0.2.1");
  settings.trusted_proxies.push_back(AddressRange::parse("10.0.0.0/8").value());
  const auto client = [&](std::string_view lines) {
    return client_of(request_with(lines), settings);
  };
  EXPECT_EQ(client("X-Forwarded-For: 1.2.3.4, 203.0.113.9:4711,10.1.1.1\r\n"), "203.0.113.9");
  EXPECT_EQ(client("X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 10.1.1.1\r\n"), "203.0.113.9");
  EXPECT_EQ(client("X-Forwarded-For: [2001:db8::7]:443, 10.1.1.1\r\n"), "2001:db8::7");
  EXPECT_EQ(client("X-Forwarded-For: 2001:db8::7\r\n"), "2001:db8::7");
  EXPECT_EQ(client("X-Forwarded-For: 10.2.2.2, 10.1.1.1\r\n"), "10.2.2.2");
  EXPECT_EQ(client("X-Forwarded-For: 203.0.113.9, unknown, 10.1.1.1\r\n"), "10.1.1.1");
  EXPECT_EQ(client("X-Forwarded-For: ,\r\n"), "192.0.2.1");
}

TEST(Forwarded, host_that_makes_no_link_is_refused) {
  const Settings settings = that_trust("192.0.2.1");
  for (const auto* const lines :
       {"X-Forwarded-Host: evil.test/path\r\n", "X-Forwarded-Host: a@b\r\n",
        "X-Forwarded-Prefix: exchange\r\n", "X-Forwarded-Prefix: //evil.test\r\n",
        "X-Forwarded-Prefix: /a/../b\r\n", "X-Forwarded-Prefix: /a?b\r\n",
        "X-Forwarded-Prefix: /\"\r\n"}) {
    EXPECT_EQ(url_of(lines, settings), "none") << lines;
    EXPECT_EQ(url_of(lines, Settings()), "http://exchange.test") << lines;
  }
  EXPECT_EQ(url_of("X-Forwarded-Proto: gopher\r\nX-Forwarded-Prefix: /\r\n", settings),
            "http://exchange.test");
}

}  // namespace
}  // namespace tradepost::api

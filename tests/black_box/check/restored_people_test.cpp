// Tests what people keep after `tradepost restore`, with the running exchange.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "check/network.hpp"
#include "people/browser.hpp"
#include "served/served_exchange.hpp"

// Covers contract 13.5.
namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

TEST(RestoredPeople, sign_in_again_and_earlier_cookies_are_refused) {
  const auto email = "anna@net.example";
  const Place place;
  const std::string backup = place.path("backup");
  const std::string before = place.path("before");
  served::ServedExchange exchange({.data = place.network()});
  people::Browser anna = people::newcomer(exchange.port(), email, "auditor");
  ASSERT_EQ(anna.gets("/admin/overview").status, 200);
  ASSERT_EQ(exchange.end(), 0);

  ASSERT_EQ(place.tradepost("backup '" + place.network() + "' '" + backup + "'").exit_code, 0);
  fs::rename(place.network(), before);
  ASSERT_EQ(place.tradepost("restore '" + backup + "' '" + place.network() + "'").exit_code, 0);
  // With both keys, the exchange can open the cookie and knows the person.
  for (const auto* const key : {"people-keys", "seal-key"}) {
    fs::copy_file(fs::path(before) / key, fs::path(place.network()) / key,
                  fs::copy_options::overwrite_existing);
  }

  exchange.begin();
  EXPECT_EQ(anna.gets("/admin/overview").status, 401);
  EXPECT_EQ(anna.gets("/v2/me").status, 401);
  ASSERT_EQ(anna.signs_in(email).status, 201);
  EXPECT_EQ(anna.gets("/admin/overview").status, 200);
}

}  // namespace
}  // namespace tradepost::check

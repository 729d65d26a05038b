#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/desk.hpp"

// The file of sign-in providers. tests/scripts/openid has the sign-ins.
namespace tradepost::people_tests {
namespace {

using served::Desk;
using served::Ended;

constexpr std::string_view good_provider =
    "[huber]\nissuer = \"https://login.huber.example\"\nclient_id = \"tradepost\"\n";

class ProviderFile : public ::testing::Test {
 protected:
  Ended started_with(std::string_view file, std::string_view words = public_url) {
    desk_.write("providers.toml", std::string(file));
    return desk_.tradepost(fmt::format(
        "serve --data network --listen 127.0.0.1:0 --sign-in-providers providers.toml {}", words));
  }
  void expect_fault(const std::string& more, std::string_view sentence) {
    const Ended ended = started_with(std::string(good_provider) + more);
    EXPECT_EQ(ended.exit_code, 2) << more;
    EXPECT_TRUE(ended.err.contains(sentence)) << more << ended.err;
  }

  static constexpr std::string_view public_url = "--public-url https://trade.example";
  Desk desk_;
};

TEST_F(ProviderFile, needs_the_public_address) {
  const Ended ended = started_with(good_provider, "");
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_TRUE(ended.err.contains("public_url (default) must be set with sign_in_providers"))
      << ended.err;
}

TEST_F(ProviderFile, missing_file_and_bad_toml_are_named) {
  const Ended missing = desk_.tradepost(
      "serve --data network --listen 127.0.0.1:0 --sign-in-providers none.toml --public-url "
      "https://trade.example");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(missing.err.contains("none.toml")) << missing.err;
  expect_fault("domains = [", "line ");
}

TEST_F(ProviderFile, every_fault_is_named_with_its_line) {
  expect_fault("colour = \"red\"\n", "line 4: A provider can't have colour");
  expect_fault("domains = \"huber.example\"\n", "line 4: A provider can't have domains, or the");
  expect_fault("domains = [\"Huber.example\"]\n", "line 4: domains must be domains in lower case");
  expect_fault("passwords = \"maybe\"\n", "line 4: The value must be true or false.");
  expect_fault("client_secret_file = \"none\"\n", "line 4: client_secret_file must be a readable");
  expect_fault("participant = \"GS1:9521001000000\"\n", "line 4: participant must be the id");
  expect_fault("[huber.roles]\nchef = [\"a\"]\n", "line 5: chef is unknown as a role");
  expect_fault("role_claim = \"groups\"\n", "[huber]: role_claim and a role below [roles]");
  expect_fault("role_claim = \"groups\"\n[huber.roles]\nclerk = [\"a\"]\n",
               "[huber]: With participant, the roles are");
  expect_fault("[other]\n", "line 4: A table has the id of a provider");
  expect_fault("[other]\nissuer = \"http://login.example\"\n", "[other]: issuer must be the https");
  expect_fault("[other]\nname = \"Other\"\n", "[other]: client_id must be set.");
  expect_fault("[other]\nname = \"Other\"\n", "[other]: Only one provider can be without domains.");
}

TEST_F(ProviderFile, domain_of_two_providers_is_refused) {
  const Ended ended = started_with(
      fmt::format("{}domains = [\"huber.example\"]\n[other]\nissuer = \"https://b.example\"\n"
                  "client_id = \"b\"\ndomains = [\"b.example\", \"huber.example\"]\n",
                  good_provider));
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_TRUE(ended.err.contains("[other]: Another provider has the domain huber.example, too."))
      << ended.err;
}

}  // namespace
}  // namespace tradepost::people_tests

#include "openid/metadata.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace tradepost::openid::metadata_test {
namespace {

constexpr std::string_view issuer = "https://login.example.org/tenant";
constexpr std::string_view good =
    R"({"issuer":"https://login.example.org/tenant",)"
    R"("authorization_endpoint":"https://login.example.org/authorize?policy=a",)"
    R"("token_endpoint":"https://login.example.org/token",)"
    R"("jwks_uri":"https://keys.example.org/keys",)"
    R"("id_token_signing_alg_values_supported":["PS256","EdDSA","RS256"],)"
    R"("token_endpoint_auth_methods_supported":["private_key_jwt","client_secret_post"],)"
    R"("code_challenge_methods_supported":["plain","S256"],)"
    R"("authorization_response_iss_parameter_supported":true})";

std::string changed(std::string_view from, std::string_view to) {
  std::string document(good);
  const auto at = document.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return document.replace(at, from.size(), to);
}

TEST(Metadata, has_the_members_of_the_document) {
  const auto metadata = metadata_in(good, issuer);
  ASSERT_TRUE(metadata.has_value());
  EXPECT_EQ(metadata->authorization_endpoint, "https://login.example.org/authorize?policy=a");
  EXPECT_EQ(metadata->token_endpoint, "https://login.example.org/token");
  EXPECT_EQ(metadata->jwks_uri, "https://keys.example.org/keys");
  EXPECT_EQ(metadata->algorithms, (std::vector{Algorithm::eddsa, Algorithm::rs256}));
  EXPECT_FALSE(metadata->has_secret_in_header);
  EXPECT_TRUE(metadata->has_secret_in_body);
  EXPECT_TRUE(metadata->names_issuer_in_redirect);
}

TEST(Metadata, has_the_defaults_of_the_standard) {
  const auto metadata =
      metadata_in(R"({"issuer":"https://a.example","authorization_endpoint":"https://a.example/a",)"
                  R"("token_endpoint":"https://a.example/t","jwks_uri":"https://a.example/k"})",
                  "https://a.example");
  ASSERT_TRUE(metadata.has_value());
  EXPECT_EQ(metadata->algorithms, std::vector{Algorithm::rs256});
  EXPECT_TRUE(metadata->has_secret_in_header);
  EXPECT_FALSE(metadata->has_secret_in_body);
  EXPECT_FALSE(metadata->names_issuer_in_redirect);
}

TEST(Metadata, that_cannot_be_used_is_refused) {
  struct Row {
    std::string_view from;
    std::string_view to;
    std::optional<Reason> refused = {};
  };
  constexpr Row rows[] = {
      {R"("https://login.example.org/tenant")", R"("https://login.example.org/tenant/")",
       Reason::issuer_of_discovery},
      {R"("issuer":"https://login.example.org/tenant",)", "", Reason::issuer_of_discovery},
      {"https://keys.", "http://keys.", Reason::endpoint_not_secure},
      {"https://keys.example.org", "http://127.0.0.1:8080"},
      {"https://keys.example.org", "http://localhost.evil.example", Reason::endpoint_not_secure},
      {"https://keys.example.org", "ftp://keys.example.org", Reason::endpoint_not_secure},
      {"https://keys.example.org", "https://user@keys.example.org", Reason::endpoint_not_secure},
      {"https://keys.example.org", "https:/a://keys.example.org", Reason::endpoint_not_secure},
      {"https://keys.example.org", "HTTPS://keys.example.org", Reason::endpoint_not_secure},
      {"org/token", "org/token#a", Reason::endpoint_not_secure},
      {R"(org/token")", R"(org/token?a=\r\nb")", Reason::endpoint_not_secure},
      {R"(,"jwks_uri":"https://keys.example.org/keys")", "", Reason::endpoint_not_secure},
      {R"(["plain","S256"])", R"(["plain"])", Reason::no_code_challenge},
      {R"("EdDSA","RS256")", R"("HS256","none")", Reason::no_algorithm},
      {R"({"issuer")", R"({"issuer":"https://evil.example","issuer")", Reason::unreadable_answer},
      {R"({"issuer")", R"([{"issuer")", Reason::unreadable_answer},
  };
  for (const Row& row : rows) {
    const auto metadata = metadata_in(changed(row.from, row.to), issuer);
    const std::optional<Reason> fault = metadata ? std::nullopt : std::optional(metadata.error());
    EXPECT_EQ(fault, row.refused) << row.to;
  }
}

TEST(Issuer, is_a_secure_address_without_a_query) {
  for (const std::string_view text : {issuer, std::string_view("https://a.example/"),
                                      std::string_view("http://127.0.0.1:8080")}) {
    EXPECT_TRUE(is_issuer(text)) << text;
  }
  for (const std::string_view text : {"", "a.example", "http://a.example", "https://a.example?b",
                                      "https://a.example#b", "https://a b.example"}) {
    EXPECT_FALSE(is_issuer(text)) << text;
  }
}

TEST(DiscoveryUrl, follows_the_path_of_the_issuer) {
  EXPECT_EQ(discovery_url_of(issuer),
            "https://login.example.org/tenant/.well-known/openid-configuration");
  EXPECT_EQ(discovery_url_of("https://a.example/"),
            "https://a.example/.well-known/openid-configuration");
}

}  // namespace
}  // namespace tradepost::openid::metadata_test

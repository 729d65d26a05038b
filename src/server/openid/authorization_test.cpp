#include "openid/authorization.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "base/crypto/base64url.hpp"
#include "openid/token_call.hpp"

namespace tradepost::openid::authorization_test {
namespace {

using Query = std::vector<base::Parameter>;

constexpr base::Instant begun = base::instant_of(1'800'000'000'000);

Provider provider() {
  return {.issuer = "https://login.example.org",
          .client_id = "trade:post",
          .client_secret = "a b~\xc3\xbc",
          .scopes = {"email", "profile"}};
}

Metadata metadata() {
  return {.issuer = "https://login.example.org",
          .authorization_endpoint = "https://login.example.org/authorize?policy=a",
          .token_endpoint = "https://login.example.org/token",
          .jwks_uri = "https://login.example.org/keys",
          .algorithms = {Algorithm::rs256}};
}

Attempt attempt() {
  // The verifier is the one of RFC 7636, appendix B.
  return {.state = "st",
          .nonce = "no",
          .verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
          .issuer = "https://login.example.org",
          .redirect_uri = "https://trade.example.org/signed-in",
          .begun = begun};
}

TEST(AuthorizationRequest, has_fresh_secrets_each_time) {
  base::SystemRandom random;
  const SignInOptions options{.redirect_uri = "https://trade.example.org/signed-in",
                              .prompt = "login"};
  const auto one = authorization_request(provider(), metadata(), options, random, begun);
  const auto two = authorization_request(provider(), metadata(), options, random, begun);
  const std::string start =
      "https://login.example.org/authorize?policy=a&response_type=code&client_id=trade%3Apost"
      "&redirect_uri=https%3A%2F%2Ftrade.example.org%2Fsigned-in&scope=openid%20email%20profile"
      "&state=" +
      one.attempt.state + "&nonce=" + one.attempt.nonce + "&code_challenge=";
  EXPECT_TRUE(one.url.starts_with(start)) << one.url;
  EXPECT_TRUE(one.url.ends_with("&code_challenge_method=S256&prompt=login")) << one.url;
  EXPECT_EQ(one.attempt.verifier.size(), 43u);  // the least of RFC 7636
  EXPECT_EQ(one.attempt.issuer, metadata().issuer);
  EXPECT_EQ(one.attempt.begun, begun);
  EXPECT_NE(one.attempt.state, two.attempt.state);
  EXPECT_NE(one.attempt.nonce, two.attempt.nonce);
  EXPECT_NE(one.attempt.verifier, two.attempt.verifier);
}

// Gives the bytes of the verifier in RFC 7636, appendix B, which also has its challenge.
class RandomOfRfc final : public base::Random {
 public:
  void fill(std::span<std::byte> bytes) override {
    const std::string verifier = base::from_base64url(attempt().verifier).value();
    std::ranges::transform(verifier, bytes.begin(), [](char c) { return std::byte(c); });
  }
};

TEST(AuthorizationRequest, has_the_challenge_of_the_verifier) {
  RandomOfRfc random;
  const auto request = authorization_request(provider(), metadata(), {}, random, begun);
  EXPECT_EQ(request.attempt.verifier, attempt().verifier);
  EXPECT_TRUE(request.url.contains(
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"));
}

TEST(Redirect, is_read_by_its_attempt) {
  const std::string issuer = metadata().issuer;
  struct Row {
    Query query;
    std::optional<Reason> refused = {};
    bool names_issuer = false;
    std::chrono::seconds after{1};
  };
  const Row rows[] = {
      {.query = {{"state", "st"}, {"code", "co"}, {"session_state", "x"}}},
      {.query = {{"state", "st"}, {"code", "co"}, {"iss", issuer}}},
      {.query = {{"state", "st"}, {"code", "co"}, {"iss", issuer}}, .names_issuer = true},
      {.query = {{"state", "st"}, {"code", "co"}},
       .refused = Reason::issuer_of_redirect,
       .names_issuer = true},
      {.query = {{"state", "st"}, {"code", "co"}, {"iss", "https://evil.example"}},
       .refused = Reason::issuer_of_redirect},
      {.query = {{"state", "st"}, {"code", "co"}, {"iss", ""}},
       .refused = Reason::issuer_of_redirect},
      {.query = {{"state", "other"}, {"code", "co"}}, .refused = Reason::other_state},
      {.query = {{"code", "co"}}, .refused = Reason::other_state},
      {.query = {}, .refused = Reason::other_state},
      {.query = {{"state", "st"}, {"code", "co"}, {"code", "co"}},
       .refused = Reason::parameter_twice},
      {.query = {{"state", "st"}, {"state", "other"}, {"code", "co"}},
       .refused = Reason::parameter_twice},
      {.query = {{"state", "st"}}, .refused = Reason::no_code},
      {.query = {{"state", "st"}, {"error", "access_denied"}},
       .refused = Reason::refused_by_provider},
      {.query = {{"state", "st"}, {"error", "access_denied"}, {"code", "co"}},
       .refused = Reason::refused_by_provider},
      {.query = {{"state", "st"}, {"code", "co"}}, .after = std::chrono::seconds(599)},
      {.query = {{"state", "st"}, {"code", "co"}},
       .refused = Reason::attempt_expired,
       .after = attempt_valid_for},
  };
  for (const Row& row : rows) {
    Metadata of_row = metadata();
    of_row.names_issuer_in_redirect = row.names_issuer;
    const auto code = code_in(row.query, attempt(), of_row, begun + row.after);
    const std::optional<Reason> fault = code ? std::nullopt : std::optional(code.error().reason);
    EXPECT_EQ(fault, row.refused) << (&row - rows);
    EXPECT_EQ(code.value_or("co"), "co");
  }
}

TEST(Redirect, of_an_attempt_at_another_provider_is_refused) {
  Attempt other = attempt();
  other.issuer = "https://other.example";
  const Query query = {{"state", "st"}, {"code", "co"}};
  EXPECT_EQ(code_in(query, other, metadata(), begun).error().reason,
            Reason::attempt_of_other_provider);
}

TEST(Redirect, words_of_the_provider_are_limited_for_the_log) {
  const Query query = {{"state", "st"}, {"error", "a\nb\xc3\xbc" + std::string(1'000, 'c')}};
  const std::string detail = code_in(query, attempt(), metadata(), begun).error().detail;
  EXPECT_TRUE(detail.starts_with("a?b??cc")) << detail;
  EXPECT_EQ(detail.size(), 200u);
}

std::string authorization_of(const calls::Call& call) {
  for (const calls::Header& header : call.headers) {
    if (header.name == "Authorization") return header.value;
  }
  return "";
}

TEST(TokenRequest, authenticates_as_the_provider_supports) {
  struct Row {
    bool has_secret;
    bool in_header;
    bool in_body;
    std::string_view header;
    std::string_view form_end;
  };
  constexpr Row rows[] = {
      {true, true, true, "Basic dHJhZGUlM0Fwb3N0OmElMjBifiVDMyVCQw==", ""},
      {true, false, true, "", "&client_id=trade%3Apost&client_secret=a%20b~%C3%BC"},
      {false, true, true, "", "&client_id=trade%3Apost"},
      {false, false, false, "", "&client_id=trade%3Apost"},
  };
  for (const Row& row : rows) {
    Provider client = provider();
    if (!row.has_secret) client.client_secret.clear();
    Metadata of_row = metadata();
    of_row.has_secret_in_header = row.in_header;
    of_row.has_secret_in_body = row.in_body;
    const auto call = token_request(client, of_row, attempt(), "co");
    ASSERT_TRUE(call.has_value());
    EXPECT_EQ(call->url, "https://login.example.org/token");
    EXPECT_EQ(call->method, calls::Method::post);
    EXPECT_EQ(call->reach, calls::Reach::public_only);
    EXPECT_EQ(authorization_of(*call), row.header);
    EXPECT_EQ(call->body,
              "grant_type=authorization_code&code=co"
              "&redirect_uri=https%3A%2F%2Ftrade.example.org%2Fsigned-in"
              "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" +
                  std::string(row.form_end));
  }
}

TEST(TokenRequest, without_a_common_authentication_is_refused) {
  Metadata other = metadata();
  other.has_secret_in_header = false;
  EXPECT_EQ(token_request(provider(), other, attempt(), "co").error().reason,
            Reason::no_authentication);
}

}  // namespace
}  // namespace tradepost::openid::authorization_test

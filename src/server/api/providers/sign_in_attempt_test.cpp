#include "api/providers/sign_in_attempt.hpp"

#include <gtest/gtest.h>

#include <string>

// Covers contract 13.9.
namespace tradepost::api::sign_in_attempt_test {
namespace {

SignInAttempt some_attempt() {
  return {.provider = "huber",
          .page = "/console/cases?state=OPEN",
          .is_confirmation = true,
          .at_provider = {.state = "state",
                          .nonce = "nonce",
                          .verifier = "verifier",
                          .issuer = "https://login.huber.example",
                          .redirect_uri = "https://trade.example/v2/sign-in/provider/callback",
                          .begun = base::instant_of(1'800'000'000'123)}};
}

TEST(SignInAttempt, comes_back_whole) {
  base::Sealer sealer(base::SealKey{7});
  const SignInAttempt attempt = some_attempt();
  const auto found = attempt_in(sealer, attempt_text(sealer, attempt));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->provider, attempt.provider);
  EXPECT_EQ(found->page, attempt.page);
  EXPECT_TRUE(found->is_confirmation);
  EXPECT_EQ(found->at_provider.state, attempt.at_provider.state);
  EXPECT_EQ(found->at_provider.nonce, attempt.at_provider.nonce);
  EXPECT_EQ(found->at_provider.verifier, attempt.at_provider.verifier);
  EXPECT_EQ(found->at_provider.issuer, attempt.at_provider.issuer);
  EXPECT_EQ(found->at_provider.redirect_uri, attempt.at_provider.redirect_uri);
  EXPECT_EQ(found->at_provider.begun, attempt.at_provider.begun);
}

TEST(SignInAttempt, text_changed_at_any_place_is_refused) {
  base::Sealer sealer(base::SealKey{7});
  base::Sealer other(base::SealKey{8});
  const std::string text = attempt_text(sealer, some_attempt());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(attempt_in(sealer, changed).has_value()) << i;
    EXPECT_FALSE(attempt_in(sealer, text.substr(0, i)).has_value()) << i;
  }
  EXPECT_FALSE(attempt_in(other, text).has_value());
}

TEST(PageOfConsole, is_a_path_of_the_console) {
  for (const auto* page : {"/console", "/console/", "/console?lang=de", "/console/cases?a=b&c=%20",
                           "/console/transactions/0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44"}) {
    EXPECT_TRUE(is_page_of_console(page)) << page;
  }
  for (const auto* page :
       {"", "/", "/consoles", "console", "//console", "https://evil.example/console",
        "/console@evil.example", "/console:80", "/console/../v2/me", "/console\\evil",
        "/console/#a", "/console/\r\nSet-Cookie: a=b"}) {
    EXPECT_FALSE(is_page_of_console(page)) << page;
  }
  EXPECT_FALSE(is_page_of_console("/console/" + std::string(500, 'a')));
}

}  // namespace
}  // namespace tradepost::api::sign_in_attempt_test

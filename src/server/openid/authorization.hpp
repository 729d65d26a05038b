#pragma once

#include <chrono>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/text/url_text.hpp"
#include "openid/metadata.hpp"
#include "openid/provider.hpp"

// The authorization request and its answer: the code flow with PKCE (RFC 6749, 7636 and 9207).
namespace tradepost::openid {

// The time in which a person must sign in at the provider.
inline constexpr std::chrono::minutes attempt_valid_for{10};

// A sign-in that has begun. The caller keeps it until the redirect, secret from everybody except
// the browser that began, and uses it once.
struct Attempt {
  std::string state;
  std::string nonce;
  std::string verifier;  // of PKCE
  std::string issuer;
  std::string redirect_uri;
  base::Instant begun;
};

struct SignInOptions {
  std::string redirect_uri;     // registered at the provider
  std::string prompt = {};      // login, select_account, none; empty: the provider decides
  std::string login_hint = {};  // the address of the person; empty: unknown
  // The provider lets the person sign in again after this time, and its token has auth_time.
  std::optional<std::chrono::seconds> max_age = {};
};

struct AuthorizationRequest {
  std::string url;  // for the browser
  Attempt attempt;
};
AuthorizationRequest authorization_request(const Provider& provider, const Metadata& metadata,
                                           const SignInOptions& options, base::Random& random,
                                           base::Instant now);

// Returns the code in the query of the redirect, if the redirect answers the attempt. An issuer in
// it must be the one of the attempt, so that a code of one provider is not sent to another.
std::expected<std::string, Refusal> code_in(std::span<const base::Parameter> query,
                                            const Attempt& attempt, const Metadata& metadata,
                                            base::Instant now);

}  // namespace tradepost::openid

#include "openid/authorization.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/crypto/base64url.hpp"
#include "base/crypto/sha256.hpp"
#include "openid/answer.hpp"

namespace tradepost::openid {
namespace {

using base::Parameter;

std::string random_text(base::Random& random) {
  std::array<std::byte, 32> bytes{};
  random.fill(bytes);
  return base::base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string code_challenge_of(std::string_view verifier) {
  const base::Digest digest = base::sha256(verifier);
  return base::base64url({reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
}

// Returns an empty text for an absent parameter.
std::string_view value_of(std::span<const Parameter> query, std::string_view name) {
  const auto found = std::ranges::find(query, name, &Parameter::name);
  return found == query.end() ? std::string_view() : std::string_view(found->value);
}

}  // namespace

AuthorizationRequest authorization_request(const Provider& provider, const Metadata& metadata,
                                           const SignInOptions& options, base::Random& random,
                                           base::Instant now) {
  Attempt attempt{.state = random_text(random),
                  .nonce = random_text(random),
                  .verifier = random_text(random),
                  .issuer = metadata.issuer,
                  .redirect_uri = options.redirect_uri,
                  .begun = now};
  std::string scope = "openid";
  for (const std::string& one : provider.scopes) scope += ' ' + one;
  base::PathText url(metadata.authorization_endpoint);
  url.add("response_type", "code")
      .add("client_id", provider.client_id)
      .add("redirect_uri", attempt.redirect_uri)
      .add("scope", scope)
      .add("state", attempt.state)
      .add("nonce", attempt.nonce)
      .add("code_challenge", code_challenge_of(attempt.verifier))
      .add("code_challenge_method", "S256")
      .add("prompt", options.prompt)
      .add("login_hint", options.login_hint)
      .add("max_age", options.max_age ? std::to_string(options.max_age->count()) : "");
  return {.url = url.str(), .attempt = std::move(attempt)};
}

std::expected<std::string, Refusal> code_in(std::span<const Parameter> query,
                                            const Attempt& attempt, const Metadata& metadata,
                                            base::Instant now) {
  const auto refused = [](Reason reason, std::string detail = {}) {
    return std::unexpected(Refusal{reason, std::move(detail)});
  };
  if (attempt.issuer != metadata.issuer) return refused(Reason::attempt_of_other_provider);
  if (now >= attempt.begun + attempt_valid_for) return refused(Reason::attempt_expired);
  for (const std::string_view name : {"state", "iss", "error", "code"}) {
    if (std::ranges::count(query, name, &Parameter::name) > 1)
      return refused(Reason::parameter_twice);
  }
  if (attempt.state.empty() || value_of(query, "state") != attempt.state) {
    return refused(Reason::other_state);
  }
  const bool names_issuer = std::ranges::count(query, "iss", &Parameter::name) > 0;
  if ((names_issuer || metadata.names_issuer_in_redirect) &&
      value_of(query, "iss") != attempt.issuer) {
    return refused(Reason::issuer_of_redirect, log_words(value_of(query, "iss")));
  }
  if (const auto error = value_of(query, "error"); !error.empty()) {
    return refused(Reason::refused_by_provider, log_words(error));
  }
  const std::string_view code = value_of(query, "code");
  if (code.empty()) return refused(Reason::no_code);
  return std::string(code);
}

}  // namespace tradepost::openid

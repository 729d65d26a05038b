#include "openid/relying_party.hpp"

#include <utility>

#include "openid/token_call.hpp"

namespace tradepost::openid {

using base::Task;

namespace {

// The provider may have a new key, also of another algorithm.
bool may_pass_with_newer_keys(Reason reason) {
  return reason == Reason::key_unknown || reason == Reason::algorithm_not_allowed;
}

}  // namespace

Task<std::expected<AuthorizationRequest, Refusal>> RelyingParty::begin(SignInOptions options) {
  const Discovery::Outcome discovered = co_await discovery_.current();
  if (!discovered) co_return std::unexpected(discovered.error());
  const std::lock_guard lock(mutex_);
  co_return authorization_request(provider_, (*discovered)->metadata, options, parts_.random,
                                  parts_.clock.now());
}

Task<std::expected<Claims, Refusal>> RelyingParty::finish(Attempt attempt,
                                                          std::vector<base::Parameter> query) {
  const Discovery::Outcome discovered = co_await discovery_.current();
  if (!discovered) co_return std::unexpected(discovered.error());
  const Metadata& metadata = (*discovered)->metadata;
  auto code = code_in(query, attempt, metadata, parts_.clock.now());
  if (!code) co_return std::unexpected(std::move(code).error());
  auto request = token_request(provider_, metadata, attempt, *std::move(code));
  if (!request) co_return std::unexpected(std::move(request).error());
  auto token = co_await id_token_for(parts_.calls, *std::move(request));
  if (!token) co_return std::unexpected(std::move(token).error());

  auto claims = claims_of(*token, **discovered, attempt);
  if (!claims && may_pass_with_newer_keys(claims.error())) {
    DiscoveredPtr known = *discovered;
    const Discovery::Outcome newer = co_await discovery_.newer_than(std::move(known));
    if (!newer) co_return std::unexpected(newer.error());
    claims = claims_of(*token, **newer, attempt);
  }
  if (!claims) co_return std::unexpected(Refusal{claims.error()});
  co_return *std::move(claims);
}

std::expected<Claims, Reason> RelyingParty::claims_of(const std::string& token,
                                                      const Discovered& discovered,
                                                      const Attempt& attempt) const {
  return checked(token, discovered.keys,
                 {.issuer = discovered.metadata.issuer,
                  .audience = provider_.client_id,
                  .nonce = attempt.nonce,
                  .now = parts_.clock.now(),
                  .algorithms = discovered.metadata.algorithms});
}

}  // namespace tradepost::openid

#include "api/bodies/token_body.hpp"

#include <string_view>

#include "base/crypto/new_token.hpp"
#include "base/crypto/sha256.hpp"

namespace tradepost::api {
namespace {

using exchange::Scopes;

std::optional<Scopes::Scope> scope_word(std::string_view name) {
  if (name == "read") return Scopes::read;
  if (name == "send") return Scopes::send;
  if (name == "report") return Scopes::report;
  if (name == "admin") return Scopes::admin;
  return std::nullopt;
}

Scopes scopes_in(Fields& fields) {
  if (!fields.has("scopes")) return Scopes::all();
  const auto named = fields.words("scopes", "scope", scope_word);
  unsigned bits = 0;
  for (const Scopes::Scope scope : named) bits |= scope;
  return Scopes(static_cast<std::uint8_t>(bits));
}

}  // namespace

void read_token(Fields& fields, base::Instant now, exchange::TokenRequest& request) {
  request.scopes = scopes_in(fields);
  if (request.scopes.bits() == 0) {
    fields.faults().add_others({fields.spot().member("scopes").fault(
        "too_few", "A token must have at least one scope: read, send, report or admin.")});
  }
  request.expires = fields.instant("expiresAt");
  if (request.expires && *request.expires <= now) {
    fields.faults().add(
        fields.spot().member("expiresAt").fault("in_the_past", "expiresAt must be in the future."));
  }
  request.name = fields.name("name").value_or("");
}

std::string new_token_for(exchange::TokenRequest& request, base::Random& random) {
  const bool is_live = request.flow == exchange::Flow::live;
  std::string token = base::new_token(random, is_live ? "tp_live_" : "tp_test_");
  request.hash = base::sha256(token);
  return token;
}

}  // namespace tradepost::api

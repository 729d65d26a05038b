#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "api/wire/session.hpp"
#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/model/directory.hpp"
#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

struct NoToken {};
struct TokenNotValid {};  // unknown here, expired or revoked

// The owner of a request's token, found once by its SHA-256. The token itself is never stored,
// logged or compared. Permissions are checked later.
using Bearer = std::variant<NoToken, TokenNotValid, exchange::Caller, exchange::OperatorId>;

// The sender of a request. Without an Authorization header, the session cookie supplies the token.
// Every later step treats both alike.
struct Identified {
  Bearer bearer;
  std::optional<Session> session;  // whose cookie identified the sender
};
Identified identify(const http::Request& request, const exchange::Directory& directory,
                    base::Sealer& sealer, base::Instant now);

// Returns the digest of the token in the Authorization header, even if the token is unknown.
std::optional<base::Digest> sent_token(const http::Request& request);

// Returns the participant if its token has one of the `needed` scopes, or if none is needed.
// Returns the refusal otherwise: 401 or 403.
std::variant<exchange::Caller, http::Response> caller_of(const Bearer& bearer,
                                                         exchange::Scopes needed);
// Returns the operator or the refusal: 403 for a participant's token, else 401.
std::variant<exchange::OperatorId, http::Response> operator_of(const Bearer& bearer);

// Returns the actor for the log, or nullopt without a valid token.
std::optional<exchange::Actor> actor_of(const Bearer& bearer);

// Returns the names of the scopes in the order read, send, report, admin.
std::vector<std::string_view> scope_names(exchange::Scopes scopes);

}  // namespace tradepost::api

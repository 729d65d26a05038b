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

// The owner of a request's token, looked up once, by its SHA-256: the token itself is never kept,
// logged or compared as it is. Whether it may do what it requests is not judged.
using Bearer = std::variant<NoToken, TokenNotValid, exchange::Caller, exchange::OperatorId>;

// Whom a request is from. A cookie is looked at where there is no Authorization header, and is held
// as its token is: every step after this one is the same for both.
struct Identified {
  Bearer bearer;
  std::optional<Session> session;  // that let it in
};
Identified identify(const http::Request& request, const exchange::Directory& directory,
                    base::Sealer& sealer, base::Instant now);

// The digest of the token in the Authorization header, whether or not anybody has it.
std::optional<base::Digest> sent_token(const http::Request& request);

// The participant, whose token has one of the scopes that are needed, if any are; or the answer to
// it: 401, 403.
std::variant<exchange::Caller, http::Response> caller_of(const Bearer& bearer,
                                                         exchange::Scopes needed);
// The same for an operator's: 403 only for a participant's token.
std::variant<exchange::OperatorId, http::Response> operator_of(const Bearer& bearer);

// For the log: nothing where the token is not good.
std::optional<exchange::Actor> actor_of(const Bearer& bearer);

// read, send, report, admin: those of a set, in this order.
std::vector<std::string_view> scope_names(exchange::Scopes scopes);

}  // namespace tradepost::api

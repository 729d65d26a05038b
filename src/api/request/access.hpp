#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
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
Bearer bearer_of(const http::Request& request, const exchange::Directory& directory,
                 base::Instant now);

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

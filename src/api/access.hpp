#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "exchange/desk.hpp"
#include "exchange/directory.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// Whose token the request carries, or the answer to it: 401, 403. It has one of the scopes that are
// needed, if any are. A token is looked up by its SHA-256; it is never kept, logged or compared as
// it is.
std::variant<exchange::Caller, http::Response> caller_of(const http::Request& request,
                                                         const exchange::Directory& directory,
                                                         base::Instant now,
                                                         exchange::Scopes needed);

// The same for an operator's: 403 only for a participant's token that is good.
std::variant<exchange::OperatorId, http::Response> operator_of(const http::Request& request,
                                                               const exchange::Directory& directory,
                                                               base::Instant now);

// Who carries a token that is good now, for the log; whether it may do what it asks is not judged.
std::optional<exchange::Actor> bearer_of(const http::Request& request,
                                         const exchange::Directory& directory, base::Instant now);

// read, send, report, admin: those of a set, in this order.
std::vector<std::string_view> scope_names(exchange::Scopes scopes);

}  // namespace tradepost::api

#pragma once

#include <string>
#include <string_view>

#include "api/workplace.hpp"
#include "base/ids.hpp"
#include "http/service.hpp"

namespace tradepost::api {

// In the request where the client has one, and in every answer.
inline constexpr std::string_view request_id_header = "X-Request-Id";

// The client's own, if it has 1 to 128 visible ASCII characters; else a new one.
std::string request_id_of(const http::Request& request, base::UuidGenerator& ids);

// What every answer carries: the request's id, so that a client's log and ours can be held
// together; and what keeps browsers from guessing, and from coming back without TLS.
void sign(http::Response& response, std::string_view request_id, const Settings& settings);

// One line an answer. A query may hold what is nobody's business, and stands in no log.
void log_answered(const http::Answered& told, const Network& network);

}  // namespace tradepost::api

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

// One line an answer. A query may hold what is nobody's business, and stands in no log.
void log_answered(const http::Answered& told, const Network& network);

}  // namespace tradepost::api

#pragma once

#include <string>
#include <string_view>

#include "api/request/workplace.hpp"
#include "base/ids.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// In the request where the client has one, and in every answer.
inline constexpr std::string_view request_id_header = "X-Request-Id";

// What of a request its answer is signed with.
struct Signature {
  std::string request_id;  // its own, if it has 1 to 128 visible ASCII characters; else a new one
  http::Scheme scheme;
};
Signature signature_of(const http::Request& request, base::UuidGenerator& ids);

// What every answer carries: the request's id, so that a client's log and ours can be held
// together; what keeps browsers from guessing, and where the request came by TLS, from coming back
// without it.
void sign(http::Response& response, const Signature& signature);

// One line an answer. A query may hold secrets, and is in no log.
void log_answered(const http::Answered& told, const std::optional<exchange::Actor>& by,
                  const Network& network);

}  // namespace tradepost::api

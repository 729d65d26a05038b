#pragma once

#include <string>
#include <string_view>

#include "api/request/loop_context.hpp"
#include "base/ids.hpp"
#include "http/message/service.hpp"
#include "tracing/trace.hpp"

namespace tradepost::api {

// Taken from the request if it has one. Every answer has it.
inline constexpr std::string_view request_id_header = "X-Request-Id";

// The parts of a request that sign() needs.
struct Signature {
  std::string request_id;  // its own, if it has 1 to 128 visible ASCII characters; else a new one
  http::Scheme scheme;
};
Signature signature_of(const http::Request& request, base::UuidGenerator& ids);

// Adds the headers of every answer: the request's id, which connects the logs of client and
// exchange; a header that keeps browsers from guessing types; and for requests over TLS, one that
// keeps the client on TLS.
void sign(http::Response& response, const Signature& signature);

// Writes one line per answer. A query may contain secrets and is never logged.
void log_answered(const http::Answered& outcome, const std::optional<exchange::Actor>& by,
                  const tracing::Trace* trace, const Services& services);

}  // namespace tradepost::api

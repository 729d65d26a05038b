#pragma once

#include <optional>
#include <string_view>

#include "exchange/model/model.hpp"
#include "http/message/request.hpp"
#include "http/message/service.hpp"
#include "tracing/trace.hpp"

namespace tradepost::api {

// Returns the span that caused a request, as its headers say.
std::optional<tracing::TraceContext> traced_parent(const http::Request& request);

// The trace of a request.
struct RequestTrace {
  tracing::Trace span;
  std::optional<tracing::Step> receiving;  // until a request with a body is complete
};

// The facts about a request that only the exchange knows.
struct TracedRequest {
  std::string_view route;  // the path with its {names}; empty: none matched
  std::string_view request_id;
  std::optional<exchange::Actor> by;
  std::optional<exchange::Flow> flow;
};

// Finishes the span of a request. It has no path, no query and no content, which may be secret.
void finish_trace(tracing::Trace& trace, const http::Answered& outcome, const TracedRequest& about);

}  // namespace tradepost::api

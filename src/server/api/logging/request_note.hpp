#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/model/model.hpp"
#include "http/message/request.hpp"
#include "http/message/response.hpp"
#include "http/message/service.hpp"
#include "request_log/logged_request.hpp"

namespace tradepost::api {

// The facts for the request log that are known before a request is answered.
struct RequestNote {
  exchange::Bytes sent_body;  // if a handler has moved the body out of the request
  std::uint64_t body_bytes = 0;
  std::unique_ptr<const request_log::Refusal> refusal;  // nullptr: none
};

// Returns the error of an answer, in English, and the body that caused it; nullptr if the answer is
// not an error, or its text is not JSON. `body` is empty if it must not be kept.
std::unique_ptr<const request_log::Refusal> refusal_in(const http::Response& response,
                                                       std::string_view body);

// A path that leads to no route may have a secret, for example that of a link with another method.
// Its beginning is its first segment, or /v2 and the next one.
enum class PathKept : std::uint8_t { whole, beginning };

// Returns the path and the query of a request without the parameters that may be secrets: signed
// links, and every name that the API does not have.
std::string target_without_secrets(const http::Target& target, PathKept kept);

struct NotedRequest {
  const exchange::Caller& caller;
  base::Uuid id;  // new
  exchange::Instant now{};
  std::string_view request_id;
  PathKept path{};
};
// Returns the request for the log. The outcome has a request.
request_log::Logged logged(const http::Answered& outcome, const NotedRequest& about,
                           RequestNote note);

}  // namespace tradepost::api

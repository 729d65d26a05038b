#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"
#include "http/message/request_parser.hpp"

namespace tradepost::api {

// Returns a request with these header lines. Each includes its line end.
inline http::Request request_with(std::string_view lines, std::string_view target = "/") {
  http::RequestParser parser("192.0.2.1");
  const std::string bytes = "GET " + std::string(target) + " HTTP/1.1\r\nHost: exchange.test\r\n" +
                            std::string(lines) + "\r\n";
  CHECK(parser.take(bytes).has_value() && parser.head_is_there());
  return std::move(parser.request());
}

}  // namespace tradepost::api

#include "http/wire/refusal.hpp"

#include <fmt/format.h>

#include <utility>

namespace tradepost::http {
namespace {

base::Error error(base::ErrorCode code, std::string sentence) {
  return base::Error(code, base::CallerText(std::move(sentence)));
}

}  // namespace

base::Error malformed(std::string sentence, base::LogText detail) {
  return base::Error(base::ErrorCode::unreadable, base::CallerText(std::move(sentence)),
                     std::move(detail));
}

base::Error head_too_large() {
  return error(base::ErrorCode::head_too_large, "The request line and headers are too large.");
}

base::Error body_too_large(std::size_t bytes_max) {
  return error(base::ErrorCode::too_large,
               fmt::format("The body is too large. At most {} bytes are allowed.", bytes_max));
}

base::Error unknown_transfer_encoding() {
  return error(base::ErrorCode::not_implemented,
               "Transfer-Encoding must be chunked, without another coding.");
}

base::Error unknown_expectation() {
  return error(base::ErrorCode::expectation_failed, "Expect must be 100-continue.");
}

base::Error request_too_slow() {
  return error(base::ErrorCode::timed_out, "The request did not arrive in time.");
}

base::Error out_of_memory() {
  return error(base::ErrorCode::unavailable,
               "The exchange is short of memory for large bodies and answers. Try again later.");
}

base::Error needs_tls() {
  return error(base::ErrorCode::unreadable,
               "This port requires TLS. Use an address that begins with https://.");
}

base::Error too_many_connections() {
  return error(base::ErrorCode::unavailable, "Too many connections are open. Try again later.");
}

base::Error too_many_connections_from_one_address() {
  return error(base::ErrorCode::unavailable,
               "Too many connections are open from your address. Reuse them.");
}

}  // namespace tradepost::http

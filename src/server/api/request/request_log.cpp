#include "api/request/request_log.hpp"

#include <algorithm>
#include <chrono>

#include "api/request/access.hpp"
#include "api/wire/forwarded.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::api {

Signature signature_of(const http::Request& request, base::UuidGenerator& ids) {
  const auto given = request.header(request_id_header);
  const bool is_sane = given && request.header_count(request_id_header) == 1 && !given->empty() &&
                       given->size() <= base::limits::request_id_bytes_max &&
                       std::ranges::all_of(*given, [](char c) { return c > ' ' && c < 0x7F; });
  return {.request_id = is_sane ? std::string(*given) : ids.next().to_string(),
          .scheme = request.scheme()};
}

void sign(http::Response& response, const Signature& signature) {
  response.header(request_id_header, signature.request_id);
  if (!response.header("X-Content-Type-Options"))
    response.header("X-Content-Type-Options", "nosniff");
  if (signature.scheme == http::Scheme::https) {
    response.header("Strict-Transport-Security", "max-age=31536000");
  }
}

void log_answered(const http::Answered& outcome, const std::optional<exchange::Actor>& by,
                  const tracing::Trace* trace, const Services& services) {
  if (!services.log.writes(base::LogLevel::info)) return;
  const bool has_head = outcome.request != nullptr;
  const std::string peer =
      has_head ? client_of(*outcome.request, services.settings) : std::string(outcome.peer);
  const bool is_operator = by && by->type == exchange::Actor::Type::operator_;
  const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(outcome.duration);
  const auto trace_id =
      trace ? std::optional(tracing::hex_of(trace->context().trace)) : std::nullopt;
  const bool is_whole = outcome.delivery == http::Answered::Delivery::whole;
  services.log.info("request_answered",
                    {{"method", has_head ? outcome.request->method() : "-"},
                     {"path", has_head ? std::string_view(outcome.request->path()) : "-"},
                     {"status", outcome.response.status},
                     {"bytes", outcome.body_bytes},
                     {"duration_us", duration.count()},
                     {"peer", peer},
                     {"request_id", outcome.response.header(request_id_header).value_or("-")},
                     {is_operator ? "operator" : "participant", by ? by->id.to_string() : "-"},
                     {"delivery", is_whole ? "whole" : "broken_off"},
                     {"trace", trace_id}});
}

}  // namespace tradepost::api

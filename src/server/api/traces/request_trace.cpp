#include "api/traces/request_trace.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.hpp"

namespace tradepost::api {
namespace {

using tracing::Attribute;

// Several tracestate headers are one list. A list that is not passed on is as good as none.
std::string state_in(const http::Request& request) {
  std::string state;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const http::Field field = request.field(i);
    if (!base::equal_ignoring_ascii_case(field.name, tracing::state_header)) continue;
    if (!state.empty()) state += ',';
    state += field.value;
  }
  return tracing::is_passed_on(state) ? state : std::string();
}

bool is_known(std::string_view method) {
  constexpr std::array known{"GET",     "HEAD",  "POST",    "PUT",  "DELETE",
                             "OPTIONS", "PATCH", "CONNECT", "TRACE"};
  return std::ranges::find(known, method) != known.end();
}

}  // namespace

std::optional<tracing::TraceContext> traced_parent(const http::Request& request) {
  const auto text = request.header(tracing::parent_header);
  if (!text || request.header_count(tracing::parent_header) != 1) return std::nullopt;
  auto parent = tracing::trace_context_in(*text);
  if (parent) parent->state = state_in(request);
  return parent;
}

// Names of spans and attributes follow the semantic conventions of OpenTelemetry for HTTP.
void finish_trace(tracing::Trace& trace, const http::Answered& outcome,
                  const TracedRequest& about) {
  if (!trace.context().is_sampled) return;
  const bool has_method = outcome.request != nullptr && is_known(outcome.request->method());
  const std::string method(has_method ? outcome.request->method() : "_OTHER");
  const int status = outcome.response.status;
  const bool is_tls =
      outcome.request != nullptr && outcome.request->scheme() == http::Scheme::https;
  std::vector<Attribute> attributes{
      {.key = "http.request.method", .value = method},
      {.key = "url.scheme", .value = is_tls ? "https" : "http"},
      {.key = "http.response.status_code", .value = std::int64_t{status}},
      {.key = "tradepost.request_id", .value = std::string(about.request_id)}};
  if (!about.route.empty())
    attributes.push_back({.key = "http.route", .value = std::string(about.route)});
  if (about.by) {
    const bool is_operator = about.by->type == exchange::Actor::Type::operator_;
    attributes.push_back({.key = is_operator ? "tradepost.operator" : "tradepost.participant",
                          .value = about.by->id.to_string()});
  }
  if (about.flow) {
    attributes.push_back(
        {.key = "tradepost.flow", .value = std::string(exchange::name_of(*about.flow))});
  }
  const bool is_error = status >= 500;
  if (is_error) attributes.push_back({.key = "error.type", .value = std::to_string(status)});
  std::string name = has_method ? method : "HTTP";
  if (!about.route.empty()) name.append(" ").append(about.route);
  trace.finish({.name = std::move(name),
                .kind = tracing::SpanKind::server,
                .duration = outcome.duration,
                .attributes = std::move(attributes),
                .status = is_error ? tracing::SpanStatus::error : tracing::SpanStatus::unset});
}

}  // namespace tradepost::api

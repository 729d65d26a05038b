#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tracing/span.hpp"

namespace tradepost::tracing {

// The process that sends spans.
struct Resource {
  std::string_view version;
  std::string host_name;
};

// Returns an ExportTraceServiceRequest of OTLP 1.0 as JSON, the body of POST /v1/traces.
std::string otlp_request(const Resource& resource, std::span<const Span> spans);

}  // namespace tradepost::tracing

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tracing/trace_context.hpp"

namespace tradepost::tracing {

// OTLP uses the same numbers.
enum class SpanKind : std::uint8_t { internal = 1, server = 2, client = 3 };
enum class SpanStatus : std::uint8_t { unset = 0, error = 2 };

struct Attribute {
  std::string_view key;  // a literal
  std::variant<std::string, std::int64_t> value;
};

// One finished span.
struct Span {
  TraceContext context;
  std::optional<SpanId> parent;
  std::string name;
  SpanKind kind = SpanKind::internal;
  std::chrono::sys_time<std::chrono::nanoseconds> begin{};
  std::chrono::sys_time<std::chrono::nanoseconds> end{};
  std::vector<Attribute> attributes;
  SpanStatus status = SpanStatus::unset;
};

}  // namespace tradepost::tracing

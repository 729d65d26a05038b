#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The headers traceparent and tracestate of W3C Trace Context, which connect the spans of several
// programs. They come from clients, so their content is not trusted.
namespace tradepost::tracing {

using TraceId = std::array<std::uint8_t, 16>;
using SpanId = std::array<std::uint8_t, 8>;

inline constexpr std::string_view parent_header = "traceparent";
inline constexpr std::string_view state_header = "tracestate";
inline constexpr std::string_view response_header = "traceresponse";

// One span and the trace that it belongs to, as one program passes them to the next one.
struct TraceContext {
  TraceId trace{};
  SpanId span{};
  bool is_sampled = false;
  std::string state;  // of tracestate, unchanged; empty: none
};

// Returns the lower-case hexadecimal digits of an id.
std::string hex_of(const TraceId& id);
std::string hex_of(const SpanId& id);

// Returns the context of a traceparent, without a state. Returns nullopt for a value that the
// standard calls invalid. Of a version above 00 it reads the four fields that it knows.
std::optional<TraceContext> trace_context_in(std::string_view traceparent);

// Returns true for a tracestate that is passed on: printable ASCII, up to 512 bytes.
bool is_passed_on(std::string_view tracestate);

// Returns the value of traceparent for the next program, also used for traceresponse:
//   00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
std::string traceparent_of(const TraceContext& context);

}  // namespace tradepost::tracing

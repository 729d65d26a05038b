#include "tracing/trace_context.hpp"

#include <algorithm>
#include <span>

#include "base/ground/resource_limits.hpp"
#include "base/text/hex.hpp"
#include "base/text/text.hpp"

namespace tradepost::tracing {
namespace {

constexpr std::size_t known_bytes = 55;  // of version 00

// Unlike base::read_hex, refuses upper case.
bool read_field(std::string_view digits, std::span<std::uint8_t> bytes) {
  const bool is_lower = std::ranges::none_of(digits, [](char c) { return c >= 'A' && c <= 'F'; });
  return is_lower && base::read_hex(digits, bytes);
}

bool is_zero(std::span<const std::uint8_t> id) {
  return std::ranges::all_of(id, [](std::uint8_t byte) { return byte == 0; });
}

std::string digits_of(std::span<const std::uint8_t> id) {
  return base::hex({reinterpret_cast<const char*>(id.data()), id.size()});
}

}  // namespace

std::string hex_of(const TraceId& id) {
  return digits_of(id);
}

std::string hex_of(const SpanId& id) {
  return digits_of(id);
}

std::optional<TraceContext> trace_context_in(std::string_view text) {
  if (text.size() < known_bytes || text[2] != '-' || text[35] != '-' || text[52] != '-') {
    return std::nullopt;
  }
  TraceContext context;
  std::array<std::uint8_t, 1> version{};
  std::array<std::uint8_t, 1> flags{};
  const bool is_read =
      read_field(text.substr(0, 2), version) && read_field(text.substr(3, 32), context.trace) &&
      read_field(text.substr(36, 16), context.span) && read_field(text.substr(53, 2), flags);
  if (!is_read || version[0] == 0xFF || is_zero(context.trace) || is_zero(context.span)) {
    return std::nullopt;
  }
  const bool is_longer = text.size() > known_bytes;
  if (is_longer && (version[0] == 0 || text[known_bytes] != '-')) return std::nullopt;
  context.is_sampled = (flags[0] & 1) != 0;
  return context;
}

bool is_passed_on(std::string_view tracestate) {
  return tracestate.size() <= base::limits::trace_state_bytes_max &&
         std::ranges::all_of(tracestate, [](char c) { return c >= ' ' && c < 0x7F; });
}

std::string traceparent_of(const TraceContext& context) {
  return "00-" + hex_of(context.trace) + "-" + hex_of(context.span) +
         (context.is_sampled ? "-01" : "-00");
}

}  // namespace tradepost::tracing

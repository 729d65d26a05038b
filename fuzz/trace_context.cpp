// Reads arbitrary bytes as the header traceparent.
//
// Any context that is read has ids that are not zero, and is read as the same again after it is
// written.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "tracing/trace_context.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace tracing = tradepost::tracing;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(tracing::is_passed_on(text));
  const auto context = tracing::trace_context_in(text);
  if (!context) return 0;
  CHECK(context->trace != tracing::TraceId{} && context->span != tracing::SpanId{});
  const auto again = tracing::trace_context_in(tracing::traceparent_of(*context));
  CHECK(again.has_value() && again->trace == context->trace && again->span == context->span &&
        again->is_sampled == context->is_sampled);
  return 0;
}

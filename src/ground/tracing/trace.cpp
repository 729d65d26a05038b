#include "tracing/trace.hpp"

#include <utility>

namespace tradepost::tracing {

Trace::Trace(const Parts& parts, const std::optional<TraceContext>& parent, CallerFlag flag)
    : parts_(parts),
      parent_(parent ? std::optional(parent->span) : std::nullopt),
      context_(parts.tracer.begin(parent, flag)),
      began_(context_.is_sampled ? parts.executor.now() : base::SteadyTime()),
      began_at_(context_.is_sampled ? parts.tracer.clock().now_finely() : base::FineInstant()) {}

// All times of a trace come from one reading of the calendar, so a clock that jumps does not
// disorder its spans.
std::chrono::sys_time<std::chrono::nanoseconds> Trace::calendar_time(base::SteadyTime time) const {
  return began_at_ + (time - began_);
}

void Trace::add_step(std::string_view name, base::SteadyTime begin) {
  TraceContext context = context_;
  context.span = parts_.tracer.new_span_id();
  steps_.push_back({.context = std::move(context),
                    .parent = context_.span,
                    .name = std::string(name),
                    .kind = SpanKind::internal,
                    .begin = calendar_time(begin),
                    .end = calendar_time(parts_.executor.now()),
                    .attributes = {},
                    .status = SpanStatus::unset});
}

void Trace::finish(Ending ending) {
  if (!context_.is_sampled) return;
  const base::SteadyTime now = parts_.executor.now();
  steps_.push_back({.context = context_,
                    .parent = parent_,
                    .name = std::move(ending.name),
                    .kind = ending.kind,
                    .begin = calendar_time(now - ending.duration),
                    .end = calendar_time(now),
                    .attributes = std::move(ending.attributes),
                    .status = ending.status});
  parts_.tracer.finish(std::exchange(steps_, {}));
}

Step::Step(Trace* trace, std::string_view name)
    : trace_(trace != nullptr && trace->context().is_sampled ? trace : nullptr), name_(name) {
  if (trace_ != nullptr) began_ = trace_->parts_.executor.now();
}

void Step::end() {
  if (Trace* const trace = std::exchange(trace_, nullptr)) trace->add_step(name_, began_);
}

}  // namespace tradepost::tracing

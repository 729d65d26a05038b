#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tasks/executor.hpp"
#include "tracing/tracer.hpp"

namespace tradepost::tracing {

// The span of a request or a call, with the spans of its steps. If it is not sampled, it only has a
// context to pass on. For one thread.
class Trace {
 public:
  struct Parts {
    Tracer& tracer;
    const base::Executor& executor;
  };
  // Everything that `parts` refers to must outlive it.
  Trace(const Parts& parts, const std::optional<TraceContext>& parent, CallerFlag flag);

  const TraceContext& context() const { return context_; }
  // A call about the event continues this trace.
  void note_cause(const Cause& cause) { parts_.tracer.causes().note(cause, context_); }

  // Everything about the span that is known at its end.
  struct Ending {
    std::string name;
    SpanKind kind;
    std::chrono::nanoseconds duration;
    std::vector<Attribute> attributes;
    SpanStatus status;
  };
  // Ends the span now, and gives it to the tracer with its steps, if it is sampled.
  void finish(Ending ending);

 private:
  friend class Step;
  void add_step(std::string_view name, base::SteadyTime begin);
  std::chrono::sys_time<std::chrono::nanoseconds> calendar_time(base::SteadyTime time) const;

  const Parts parts_;
  const std::optional<SpanId> parent_;
  const TraceContext context_;
  const base::SteadyTime began_;
  const base::FineInstant began_at_;
  std::vector<Span> steps_;
};

// A part of a request, from its construction to end(). Without a trace it does nothing.
class Step {
 public:
  // `name` is a literal. `trace` outlives the step.
  Step(Trace* trace, std::string_view name);
  ~Step() { end(); }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  void end();

 private:
  Trace* trace_;  // nullptr: no sampled trace, or the step has ended
  std::string_view name_;
  base::SteadyTime began_{};
};

}  // namespace tradepost::tracing

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "tracing/causes.hpp"
#include "tracing/span.hpp"

namespace tradepost::tracing {

// The effect of a caller's sampled flag. The flag of a caller that could fill the queue is ignored.
enum class CallerFlag : std::uint8_t { followed, ignored };

// Chooses the requests whose spans are exported, and keeps finished spans until they are taken for
// export. Any thread may call it; no call waits for the export, except next_batch().
class Tracer {
 public:
  // Samples one trace of `one_in`. The clock and the random numbers must outlive it.
  Tracer(std::uint64_t one_in, const base::Clock& clock, base::Random& random)
      : one_in_(one_in), clock_(clock), random_(random) {}

  // Returns the context of a new span: in the trace of `parent`, or in a new trace.
  TraceContext begin(const std::optional<TraceContext>& parent, CallerFlag flag);
  SpanId new_span_id();
  const base::Clock& clock() const { return clock_; }
  Causes& causes() { return causes_; }

  // Accepts spans for export. Drops and counts them if the queue is full.
  void finish(std::vector<Span> spans);

  // Returns the spans of the next batch. Waits for a full one up to `within`, and then returns the
  // spans that there are, possibly none.
  std::vector<Span> next_batch(std::chrono::milliseconds within);
  // From now on next_batch() does not wait.
  void end_waits();
  void count_exported(std::size_t spans);
  void count_dropped(std::size_t spans);
  std::uint64_t dropped() const;

  void append_lines(std::string& text) const;

 private:
  template <typename SomeId>
  SomeId random_id();

  const std::uint64_t one_in_;
  const base::Clock& clock_;
  Causes causes_;

  mutable std::mutex mutex_;
  std::condition_variable is_batch_full_;
  // Guarded by mutex_.
  base::Random& random_;
  std::vector<Span> finished_;
  std::uint64_t exported_ = 0;
  std::uint64_t dropped_ = 0;
  bool is_ending_ = false;
};

}  // namespace tradepost::tracing

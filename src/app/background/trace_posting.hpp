#pragma once

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "base/crypto/random.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/log.hpp"
#include "base/tasks/executor.hpp"
#include "calls/calls.hpp"
#include "tracing/otlp.hpp"
#include "tracing/tracer.hpp"

namespace tradepost::app {

// Sends the spans of traces to a collector, on a separate thread. A batch that the collector does
// not accept is dropped and counted, so that a collector that is away costs no memory and no time.
class TracePosting {
 public:
  struct Options {
    std::string url;  // empty: traces are off
    std::uint64_t one_in = base::limits::traces_one_in_default;
  };
  // The clock and the log must outlive it.
  TracePosting(const Options& options, const base::Clock& clock, const base::Log& log);
  // Sends the last spans, for trace_last_batches_within at most.
  ~TracePosting();
  TracePosting(const TracePosting&) = delete;
  TracePosting& operator=(const TracePosting&) = delete;

  tracing::Tracer& tracer() { return tracer_; }
  void append_lines(std::string& text) const { tracer_.append_lines(text); }

 private:
  void run();
  void post(const std::vector<tracing::Span>& spans);
  void warn(const std::string& reason);

  const std::string url_;
  const tracing::Resource resource_;
  const base::Log& log_;
  base::SystemRandom random_;
  tracing::Tracer tracer_;
  calls::Calls calls_;
  std::atomic<bool> is_ending_ = false;
  std::promise<void> ended_;

  // Used by the thread only.
  base::SteadyTime next_warning_{};

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::app

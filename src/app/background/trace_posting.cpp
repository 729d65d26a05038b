#include "app/background/trace_posting.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "app/console/version.hpp"
#include "app/process/host_name.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/thread_name.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

}  // namespace

TracePosting::TracePosting(const Options& options, const base::Clock& clock, const base::Log& log)
    : url_(options.url),
      resource_{.version = version, .host_name = host_name()},
      log_(log),
      tracer_(options.one_in, clock, random_) {
  thread_ = std::thread([this] {
    base::name_thread("traces");
    run();
    ended_.set_value();
  });
}

TracePosting::~TracePosting() {
  is_ending_ = true;
  tracer_.end_waits();
  static_cast<void>(ended_.get_future().wait_for(limits::trace_last_batches_within));
  calls_.end();
  thread_.join();
}

void TracePosting::run() {
  for (;;) {
    const bool is_last = is_ending_;
    const std::vector<tracing::Span> spans = tracer_.next_batch(limits::trace_batch_every);
    if (!spans.empty()) {
      post(spans);
    } else if (is_last) {
      return;
    }
  }
}

void TracePosting::post(const std::vector<tracing::Span>& spans) {
  calls::Call call{.url = url_,
                   .headers = {{.name = "Content-Type", .value = "application/json"}},
                   .body = tracing::otlp_request(resource_, spans),
                   .reach = calls::Reach::any};
  std::promise<calls::CallEnd> promise;
  std::future<calls::CallEnd> ending = promise.get_future();
  calls_.make(std::move(call), [promise = std::move(promise)](calls::CallEnd end) mutable {
    promise.set_value(end);
  });
  const calls::CallEnd end = ending.get();
  if (end.status / 100 == 2) {
    tracer_.count_exported(spans.size());
    return;
  }
  tracer_.count_dropped(spans.size());
  warn(end.status == 0 ? std::string(end.why)
                       : fmt::format("The collector answered with {}", end.status));
}

void TracePosting::warn(const std::string& reason) {
  const base::SteadyTime now = std::chrono::steady_clock::now();
  if (now < next_warning_) return;
  next_warning_ = now + limits::trace_warning_every;
  log_.warning("traces_not_exported", {{"reason", reason}, {"dropped", tracer_.dropped()}});
}

}  // namespace tradepost::app

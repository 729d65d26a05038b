#include "tracing/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/ground/resource_limits.hpp"
#include "base/metrics.hpp"

namespace tradepost::tracing {
namespace {

namespace limits = base::limits;

// Returns the last eight bytes as a number. They are random in an id that was made here.
std::uint64_t number_in(std::span<const std::uint8_t> id) {
  std::uint64_t number = 0;
  for (const std::uint8_t byte : id.last(sizeof number)) number = number << 8 | byte;
  return number;
}

}  // namespace

// The standard forbids an id of zeros, which a random number never is in practice.
template <typename SomeId>
SomeId Tracer::random_id() {
  SomeId id{};
  random_.fill(std::as_writable_bytes(std::span(id)));
  id.back() |= static_cast<std::uint8_t>(number_in(id) == 0);
  return id;
}

TraceContext Tracer::begin(const std::optional<TraceContext>& parent, CallerFlag flag) {
  const std::lock_guard lock(mutex_);
  TraceContext context = parent.value_or(TraceContext());
  context.span = random_id<SpanId>();
  if (!parent) context.trace = random_id<TraceId>();
  if (parent && flag == CallerFlag::followed) return context;
  // A caller whose flag is ignored may have chosen the id of the trace.
  const std::uint64_t number = parent ? number_in(context.span) : number_in(context.trace);
  context.is_sampled = number % one_in_ == 0;
  return context;
}

SpanId Tracer::new_span_id() {
  const std::lock_guard lock(mutex_);
  return random_id<SpanId>();
}

void Tracer::finish(std::vector<Span> spans) {
  const std::lock_guard lock(mutex_);
  const std::size_t room = limits::spans_waiting_max - finished_.size();
  const std::size_t taken = std::min(room, spans.size());
  dropped_ += spans.size() - taken;
  std::move(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(taken),
            std::back_inserter(finished_));
  if (finished_.size() >= limits::spans_in_a_batch_max) is_batch_full_.notify_one();
}

std::vector<Span> Tracer::next_batch(std::chrono::milliseconds within) {
  std::unique_lock lock(mutex_);
  is_batch_full_.wait_for(lock, within, [this] {
    return is_ending_ || finished_.size() >= limits::spans_in_a_batch_max;
  });
  const std::size_t count = std::min(finished_.size(), limits::spans_in_a_batch_max);
  const auto end = finished_.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<Span> batch(std::move_iterator(finished_.begin()), std::move_iterator(end));
  finished_.erase(finished_.begin(), end);
  return batch;
}

void Tracer::end_waits() {
  const std::lock_guard lock(mutex_);
  is_ending_ = true;
  is_batch_full_.notify_all();
}

void Tracer::count_exported(std::size_t spans) {
  const std::lock_guard lock(mutex_);
  exported_ += spans;
}

void Tracer::count_dropped(std::size_t spans) {
  const std::lock_guard lock(mutex_);
  dropped_ += spans;
}

std::uint64_t Tracer::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

void Tracer::append_lines(std::string& text) const {
  constexpr std::string_view name = "tradepost_trace_spans_total";
  const std::lock_guard lock(mutex_);
  base::append_family(text, name, "Finished spans of traces, by outcome.", "counter");
  fmt::format_to(std::back_inserter(text),
                 "{0}{{outcome=\"exported\"}} {1}\n{0}{{outcome=\"dropped\"}} {2}\n", name,
                 exported_, dropped_);
}

}  // namespace tradepost::tracing

#include "api/limits/shares.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::api {

namespace limits = base::limits;

Shares::Shares(ProcessorTime processor_time, base::SteadyTime now)
    : processor_time_(std::move(processor_time)),
      span_began_(now),
      processor_then_(processor_time_()) {}

void Shares::comes(exchange::ParticipantId participant, base::SteadyTime now) {
  if (now - span_began_ >= limits::share_span) end_span(now);
  Known& known = known_[participant];
  ++known.requests;
  known.last = now;
  ++requests_;
}

std::optional<base::SteadyTime> Shares::pause_of(exchange::ParticipantId participant,
                                                 base::SteadyTime now) const {
  if (participant != pausing_ || now >= pause_ends_) return std::nullopt;
  return pause_ends_;
}

void Shares::end_span(base::SteadyTime now) {
  const auto span = now - std::exchange(span_began_, now);
  const auto processor = processor_time_();
  const auto used = std::min<std::chrono::nanoseconds>(
      processor - std::exchange(processor_then_, processor), span);
  const bool is_busy = 2 * used > span;
  const auto all = std::exchange(requests_, 0);
  std::size_t trading = 0;
  for (auto at = known_.begin(); at != known_.end();) {
    Known& known = at->second;
    if (now - known.last > limits::share_memory) {
      at = known_.erase(at);
      continue;
    }
    ++trading;
    const auto own = std::exchange(known.requests, 0);
    if (is_busy && 2 * own > all) {
      pausing_ = at->first;
      pause_ends_ = now + limits::share_pauses * used * own / all;
    }
    ++at;
  }
  if (trading <= limits::share_traders_few) pause_ends_ = {};
}

std::chrono::nanoseconds thread_processor_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace tradepost::api

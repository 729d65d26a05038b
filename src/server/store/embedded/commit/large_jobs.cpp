#include "store/embedded/commit/large_jobs.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::store::embedded {
namespace {

namespace limits = base::limits;

// About the time of an ordinary batch, so callers do not notice it.
constexpr std::chrono::microseconds unnoticed{500};
// Less than one request in a hundred may meet a large document, to keep the 99th percentile low.
constexpr int pauses = 300;
// Participants count as trading for this time after their last trade.
constexpr std::chrono::seconds lately{1};

}  // namespace

std::optional<base::SteadyTime> LargeJobs::due() const {
  if (waiting_.empty() || waits_for_intent_) return std::nullopt;
  if (!others_traded_) return base::SteadyTime::min();
  return std::min(pause_ends_, *others_traded_ + lately);
}

std::unique_ptr<Job> LargeJobs::take() {
  auto job = std::move(waiting_.front());
  waiting_.pop_front();
  waits_for_intent_ = false;
  return job;
}

std::unique_ptr<Job> LargeJobs::take_late(base::SteadyTime now) {
  if (waiting_.empty() || now - waiting_.front()->queued_at < limits::large_wait_max)
    return nullptr;
  return take();
}

void LargeJobs::was_kept(base::SteadyTime began, base::SteadyTime now) {
  const auto noticed = std::max<base::SteadyTime::duration>(now - began - unnoticed, {});
  pause_ends_ = now + pauses * noticed;
}

}  // namespace tradepost::store::embedded

#include "store/embedded/index/space_wait.hpp"

#include <chrono>
#include <utility>

namespace tradepost::store::embedded {
namespace {

constexpr std::chrono::milliseconds moment{100};

// The work of a thread. Threads of RocksDB work in the background; each other one is a caller.
struct Work {
  bool is_in_background = false;
  std::function<bool()> holds_up_writers;  // only of a compaction
};
thread_local Work work;

}  // namespace

bool SpaceWait::begin() {
  const std::lock_guard lock(mutex_);
  if (has_given_up_) return false;
  phase_ = Phase::serving;
  return true;
}

void SpaceWait::end() {
  {
    const std::lock_guard lock(mutex_);
    phase_ = Phase::ended;
  }
  ended_.notify_all();
}

bool SpaceWait::has_given_up() {
  const std::lock_guard lock(mutex_);
  return has_given_up_;
}

void SpaceWait::begin_flush() {
  work = {.is_in_background = true, .holds_up_writers = {}};
}

void SpaceWait::begin_compaction(std::function<bool()> holds_up_writers) {
  work = {.is_in_background = true, .holds_up_writers = std::move(holds_up_writers)};
}

bool SpaceWait::again(Of of) {
  const bool is_patient = work.holds_up_writers && !work.holds_up_writers();
  const int counted = of == Of::compaction ? 0 : 1;
  waiting_ += counted;
  std::unique_lock lock(mutex_);
  const auto waits = [&] {
    return phase_ == Phase::serving || (phase_ == Phase::before && is_patient);
  };
  ended_.wait_for(lock, moment, [&] { return !waits(); });
  waiting_ -= counted;
  if (waits()) return true;
  has_given_up_ |= of == Of::write && work.is_in_background;
  return false;
}

}  // namespace tradepost::store::embedded

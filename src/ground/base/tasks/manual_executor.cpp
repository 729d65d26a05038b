#include "base/tasks/manual_executor.hpp"

#include <algorithm>
#include <chrono>

#include "base/ground/check.hpp"

namespace tradepost::base {

// The owner is notified under the lock, because its task may end with this job, and the executor
// with its task.
void ManualExecutor::post(Job job) {
  const std::lock_guard lock(mutex_);
  ready_.push_back(std::move(job));
  posted_.notify_one();
}

SteadyTime ManualExecutor::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

TimerId ManualExecutor::post_at(SteadyTime time, Job job) {
  const std::lock_guard lock(mutex_);
  const TimerId timer{++last_timer_};
  timers_.emplace(std::pair(time, timer), std::move(job));
  timer_times_.emplace(timer, time);
  return timer;
}

void ManualExecutor::cancel(TimerId timer) {
  Job cancelled;  // destroyed after the lock, because its members may call back
  const std::lock_guard lock(mutex_);
  const auto known = timer_times_.find(timer);
  if (known == timer_times_.end()) return;
  cancelled = std::move(timers_.extract({known->second, timer}).mapped());
  timer_times_.erase(known);
}

std::size_t ManualExecutor::run_ready() {
  std::size_t count = 0;
  for (; std::optional<Job> job = take_ready(); ++count) (*job)();
  return count;
}

std::size_t ManualExecutor::advance(SteadyTime::duration by) {
  std::size_t count = run_ready();
  const SteadyTime end = now() + by;
  while (std::optional<Job> job = take_due(end)) {
    (*job)();
    count += 1 + run_ready();
  }
  const std::lock_guard lock(mutex_);
  now_ = end;
  return count;
}

std::size_t ManualExecutor::timers() const {
  const std::lock_guard lock(mutex_);
  return timers_.size();
}

// Returns the next job that can run. Posted jobs precede due timers.
std::optional<Job> ManualExecutor::take_ready() {
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return take_due_locked(now_);
  std::optional<Job> job(std::move(ready_.front()));
  ready_.pop_front();
  return job;
}

std::optional<Job> ManualExecutor::take_due(SteadyTime until) {
  const std::lock_guard lock(mutex_);
  return take_due_locked(until);
}

// Returns the job of the earliest timer and moves the time there, or nullopt if no timer is due by
// `until`.
std::optional<Job> ManualExecutor::take_due_locked(SteadyTime until) {
  if (timers_.empty() || timers_.begin()->first.first > until) return std::nullopt;
  auto earliest = timers_.extract(timers_.begin());
  const auto [time, timer] = earliest.key();
  timer_times_.erase(timer);
  now_ = std::max(now_, time);
  return std::move(earliest.mapped());
}

void ManualExecutor::run_one_when_posted() {
  if (std::optional<Job> job = take_ready()) return (*job)();
  std::unique_lock lock(mutex_);
  CHECK(posted_.wait_for(lock, std::chrono::minutes(1), [this] { return !ready_.empty(); }));
}

}  // namespace tradepost::base

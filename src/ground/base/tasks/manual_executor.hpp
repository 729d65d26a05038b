#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::base {

// An executor for tests and tools: its owner runs the jobs and moves the time. Any thread may call
// post() and now(); only the owner's thread may call the rest.
class ManualExecutor final : public Executor {
 public:
  void post(Job job) override;
  SteadyTime now() const override;
  TimerId post_at(SteadyTime time, Job job) override;
  void cancel(TimerId timer) override;

  // Runs all posted jobs and the jobs that they post. Returns their number.
  std::size_t run_ready();
  // Moves the time, stops at each timer on the way and runs the ready jobs there.
  std::size_t advance(SteadyTime::duration by);
  std::size_t timers() const;

  // Runs a task to its end, and waits for jobs that other threads post. It CHECKs that one comes
  // within a minute, so that a test that would hang fails instead. Only advance() triggers timers.
  template <typename T>
  T run(Task<T> task);

 private:
  std::optional<Job> take_ready();
  std::optional<Job> take_due(SteadyTime until);
  std::optional<Job> take_due_locked(SteadyTime until);
  void run_one_when_posted();

  mutable std::mutex mutex_;
  std::condition_variable posted_;

  // Guarded by mutex_:
  std::deque<Job> ready_;
  SteadyTime now_{};
  std::map<std::pair<SteadyTime, TimerId>, Job> timers_;
  std::map<TimerId, SteadyTime> timer_times_;
  std::uint64_t last_timer_ = 0;
};

// The task has no wrapper task: tests run tasks of some hundred types, and a coroutine for each is
// slow to compile.
template <typename T>
T ManualExecutor::run(Task<T> task) {
  task.begin(*this);
  while (!task.is_done()) run_one_when_posted();
  return task.take();
}

}  // namespace tradepost::base

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

// An executor for tests and tools: its jobs run when its owner says so, its time stands until its
// owner moves it. post() and now() are for any thread, all else for the owner's.
class ManualExecutor final : public Executor {
 public:
  void post(Job job) override;
  SteadyTime now() const override;
  TimerId post_at(SteadyTime time, Job job) override;
  void cancel(TimerId timer) override;

  // Runs all posted jobs, and those that they post; returns how many there were.
  std::size_t run_ready();
  // Moves the time, stops at each timer on the way and runs the ready jobs there.
  std::size_t advance(SteadyTime::duration by);
  std::size_t timers() const;

  // Runs a task to its end, waiting for jobs that other threads post. It CHECKs that one comes
  // within a minute, so that a test that would hang fails instead; timers go off only by advance().
  template <typename T>
  T run(Task<T> task);

 private:
  std::optional<Job> take_ready();
  std::optional<Job> take_due(SteadyTime until);
  std::optional<Job> take_due_locked(SteadyTime until);
  void run_one_when_posted();

  mutable std::mutex mutex_;
  std::condition_variable posted_;

  // guarded by mutex_
  std::deque<Job> ready_;
  SteadyTime now_{};
  std::map<std::pair<SteadyTime, TimerId>, Job> timers_;
  std::map<TimerId, SteadyTime> timer_times_;
  std::uint64_t last_timer_ = 0;
};

// The task gets no wrapper task: tests run tasks of some hundred types, and a coroutine for each is
// slow to compile.
template <typename T>
T ManualExecutor::run(Task<T> task) {
  task.begin(*this);
  while (!task.is_done()) run_one_when_posted();
  return task.take();
}

}  // namespace tradepost::base

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace tradepost::base {

using Job = std::move_only_function<void()>;

// A time of the clock for deadlines, which never jumps and has no relation to the calendar.
using SteadyTime = std::chrono::steady_clock::time_point;

enum class TimerId : std::uint64_t {};

// Runs jobs one at a time, in the order of posting: the thread of a loop, or a test. The data of a
// job therefore needs no lock against other jobs of the same executor.
//
// The owner must let all tasks finish before it ends an executor, because a dropped job destroys no
// coroutine frame.
class Executor {
 public:
  virtual ~Executor() = default;

  // Posts a job, from any thread. The job never runs within the call.
  virtual void post(Job job) = 0;
  // Returns the time. Any thread may call it.
  virtual SteadyTime now() const = 0;

  // Posts a job for a time, from a job of this executor only. The job runs at `time` or soon after
  // it, also if the time has passed.
  virtual TimerId post_at(SteadyTime time, Job job) = 0;
  // Cancels a timer, from a job of this executor only. A timer that has run or was cancelled before
  // is not an error.
  virtual void cancel(TimerId timer) = 0;
};

}  // namespace tradepost::base

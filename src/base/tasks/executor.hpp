#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace tradepost::base {

using Job = std::move_only_function<void()>;

// The clock of deadlines: it never jumps, and has no relation to the calendar.
using SteadyTime = std::chrono::steady_clock::time_point;

enum class TimerId : std::uint64_t {};

// Runs jobs one at a time, in the order in which they were posted: a loop's thread, or a test. What
// a job touches therefore needs no lock against the other jobs of its executor.
//
// The owner must let all tasks finish before it ends an executor: a dropped job destroys no
// coroutine frame.
class Executor {
 public:
  virtual ~Executor() = default;

  // From any thread. The job never runs within the call.
  virtual void post(Job job) = 0;
  // From any thread.
  virtual SteadyTime now() const = 0;

  // From a job of this executor only. The job runs at `time` or soon after it, also where that has
  // passed.
  virtual TimerId post_at(SteadyTime time, Job job) = 0;
  // From a job of this executor only. One that has run or was cancelled before is no error.
  virtual void cancel(TimerId timer) = 0;
};

}  // namespace tradepost::base

#pragma once

#include <concepts>
#include <coroutine>

#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

// The awaitables of a task other than tasks.
namespace tradepost::base {

// Returns the executor of the task: `Executor& executor = co_await this_executor();`
struct ThisExecutor {
  Executor* executor = nullptr;

  bool await_ready() const noexcept { return false; }
  template <std::derived_from<detail::TaskPromiseBase> Promise>
  bool await_suspend(std::coroutine_handle<Promise> task) noexcept {
    executor = task.promise().executor;
    return false;
  }
  Executor& await_resume() const noexcept { return *executor; }
};
inline ThisExecutor this_executor() {
  return {};
}

// Waits until a time: `co_await sleep_until(time);` If the time has passed, the other jobs of the
// executor still run first.
struct SleepUntil {
  SteadyTime time;

  bool await_ready() const noexcept { return false; }
  template <std::derived_from<detail::TaskPromiseBase> Promise>
  void await_suspend(std::coroutine_handle<Promise> task) const {
    task.promise().executor->post_at(time, [task] { task.resume(); });
  }
  void await_resume() const noexcept {}
};
inline SleepUntil sleep_until(SteadyTime time) {
  return {time};
}

}  // namespace tradepost::base

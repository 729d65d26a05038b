#pragma once

#include <atomic>

#include "base/tasks/completion.hpp"

namespace tradepost::base {

// Ends a task that polls something, also while it waits for its next round:
//
//   while (!stop.is_set()) {
//     ...
//     co_await stop.wait_until(next_look);
//   }
class StopSignal {
 public:
  // Takes the executor of the one task that waits.
  explicit StopSignal(Executor& executor) : stop_(executor), stopper_(stop_.completer()) {}

  // Sets the signal. Any thread may call it, once.
  void set() {
    is_set_ = true;
    stopper_.fulfil(true);
  }
  bool is_set() const { return is_set_; }

  // Waits until a time or until the signal is set: `co_await stop.wait_until(time);`
  auto wait_until(SteadyTime time) { return stop_.wait_until(time); }

 private:
  std::atomic<bool> is_set_ = false;
  Completion<bool> stop_;
  Completer<bool> stopper_;
};

}  // namespace tradepost::base

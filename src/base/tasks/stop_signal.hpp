#pragma once

#include <atomic>

#include "base/tasks/completion.hpp"

namespace tradepost::base {

// Ends a task that looks after something again and again, also while it waits for its next look:
//
//   while (!stop.is_set()) {
//     ...
//     co_await stop.wait_until(next_look);
//   }
class StopSignal {
 public:
  // The executor of the one task that waits.
  explicit StopSignal(Executor& executor) : told_(executor), teller_(told_.completer()) {}

  // Any thread, once.
  void set() {
    is_set_ = true;
    teller_.fulfil(true);
  }
  bool is_set() const { return is_set_; }

  // `co_await stop.wait_until(time);` Until then, or until it is set.
  auto wait_until(SteadyTime time) { return told_.wait_until(time); }

 private:
  std::atomic<bool> is_set_ = false;
  Completion<bool> told_;
  Completer<bool> teller_;
};

}  // namespace tradepost::base

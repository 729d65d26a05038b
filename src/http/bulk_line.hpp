#pragma once

#include <coroutine>
#include <deque>

#include "base/executor.hpp"

namespace tradepost::http {

// Who has much to do on a loop does a part of it at a time, one connection after the other, and
// between two parts the loop does whatever it finds ready. So others wait for one part, however
// many are at it. Belongs to its loop's thread.
class BulkLine {
 public:
  explicit BulkLine(base::Executor& loop) : loop_(loop) {}
  BulkLine(BulkLine&&) = delete;

  // `co_await line.turn();` comes back when the next part may be done.
  struct Turn {
    BulkLine* line;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { line->add(task); }
    void await_resume() const noexcept {}
  };
  Turn turn() { return {this}; }

 private:
  void add(std::coroutine_handle<> task) {
    waiting_.push_back(task);
    if (waiting_.size() == 1) call_for_step();
  }
  // Behind all that the loop has found ready by now.
  void call_for_step() {
    loop_.post([this] { step(); });
  }
  void step() {
    const auto task = waiting_.front();
    task.resume();
    waiting_.pop_front();
    if (!waiting_.empty()) call_for_step();
  }

  base::Executor& loop_;
  std::deque<std::coroutine_handle<>> waiting_;  // the first one until its part is done
};

}  // namespace tradepost::http

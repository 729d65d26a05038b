#pragma once

#include <coroutine>
#include <deque>
#include <optional>

#include "base/ground/limits.hpp"
#include "base/tasks/executor.hpp"

namespace tradepost::http {

// Divides large transfers on a loop into parts. Connections take turns, and the loop runs all ready
// jobs between two parts. So others wait for at most one part, however many transfers there are.
// While others are active, a pause follows each part, so that most of them meet none. Used on the
// thread of its loop only.
class LargeTransferQueue {
 public:
  explicit LargeTransferQueue(base::Executor& loop) : loop_(loop) {}
  LargeTransferQueue(LargeTransferQueue&&) = delete;

  // `co_await line.next_part();` resumes when the next part may run.
  struct NextPart {
    LargeTransferQueue* line;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { line->add(task); }
    void await_resume() const noexcept {}
  };
  NextPart next_part() { return {this}; }

  // Records that a connection without a turn was served.
  void other_was_served() { other_served_ = loop_.now(); }

 private:
  void add(std::coroutine_handle<> task) {
    waiting_.push_back(task);
    if (waiting_.size() == 1) call_for_step();
  }
  // The step runs after all jobs that are ready in the loop by then.
  void call_for_step() {
    if (pause_ends_ && *pause_ends_ > loop_.now()) {
      loop_.post_at(*pause_ends_, [this] { step(); });
    } else {
      loop_.post([this] { step(); });
    }
  }
  void step() {
    const auto began = loop_.now();
    const auto task = waiting_.front();
    task.resume();
    waiting_.pop_front();
    const auto ended = loop_.now();
    const bool others_are_there =
        other_served_ && ended - *other_served_ < base::limits::share_memory;
    if (others_are_there) pause_ends_ = ended + base::limits::share_pauses * (ended - began);
    if (!waiting_.empty()) call_for_step();
  }

  base::Executor& loop_;
  std::deque<std::coroutine_handle<>> waiting_;  // the first one stays until its part is done
  std::optional<base::SteadyTime> other_served_;
  std::optional<base::SteadyTime> pause_ends_;
};

}  // namespace tradepost::http

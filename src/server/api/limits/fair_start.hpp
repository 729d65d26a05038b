#pragma once

#include <coroutine>
#include <vector>

#include "base/tasks/executor.hpp"
#include "base/tasks/round_robin_queue.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

// The order in which a loop begins requests that arrive together. The first request of each
// participant begins at once. The others begin in rounds, one per participant and round, after the
// jobs that are ready by then. So a participant with a hundred connections delays itself, and
// others wait for at most one of its requests. Used on the thread of its loop only.
class FairStart {
 public:
  explicit FairStart(base::Executor& loop) : loop_(loop) {}
  FairStart(FairStart&&) = delete;

  // Returns false if the request must wait in line.
  bool begins_at_once(exchange::ParticipantId participant);

  // `co_await fair_start.wait_turn(participant);` resumes at the request's turn.
  struct Waiter {
    FairStart* fair_start;
    exchange::ParticipantId participant;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { fair_start->add(participant, task); }
    void await_resume() const noexcept {}
  };
  Waiter wait_turn(exchange::ParticipantId participant) { return {this, participant}; }

 private:
  void add(exchange::ParticipantId participant, std::coroutine_handle<> task);
  void call_for_step();
  void step();

  base::Executor& loop_;
  bool step_is_coming_ = false;
  std::vector<exchange::ParticipantId> began_;  // since the latest step
  base::RoundRobinQueue<exchange::ParticipantId, std::coroutine_handle<>> line_;
};

}  // namespace tradepost::api

#pragma once

#include <coroutine>
#include <vector>

#include "base/executor.hpp"
#include "base/fair_line.hpp"
#include "exchange/model.hpp"

namespace tradepost::api {

// In what order a loop begins requests that are there at once: the first of each participant at
// once, the others in rounds, one of each participant, and always behind whatever came meanwhile.
// Who asks on a hundred connections waits for himself, and nobody else waits for more than one
// request of his. Belongs to its loop's thread.
class Rounds {
 public:
  explicit Rounds(base::Executor& loop) : loop_(loop) {}
  Rounds(Rounds&&) = delete;

  // False: it has to stand in line.
  bool goes_on(exchange::ParticipantId participant);

  // `co_await rounds.stand_in_line(participant);` comes back when it is its turn.
  struct Standing {
    Rounds* rounds;
    exchange::ParticipantId participant;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { rounds->add(participant, task); }
    void await_resume() const noexcept {}
  };
  Standing stand_in_line(exchange::ParticipantId participant) { return {this, participant}; }

 private:
  void add(exchange::ParticipantId participant, std::coroutine_handle<> task);
  void call_for_step();
  void step();

  base::Executor& loop_;
  bool step_is_coming_ = false;
  std::vector<exchange::ParticipantId> began_;  // since the last step
  base::FairLine<exchange::ParticipantId, std::coroutine_handle<>> line_;
};

}  // namespace tradepost::api

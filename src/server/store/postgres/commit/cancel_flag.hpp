#pragma once

#include <atomic>
#include <cstdint>

namespace tradepost::store::postgres {

// Decides a race: either the work on a request begins, or its caller gives it up before that. Any
// thread.
class CancelFlag {
 public:
  // Also returns true if it has already begun. False: the caller gave it up.
  bool begin() { return come_to(State::begun); }
  // Returns false if the work has begun.
  bool give_up() { return come_to(State::given_up); }

 private:
  enum class State : std::uint8_t { waits, begun, given_up };

  bool come_to(State next) {
    State state = State::waits;
    return state_.compare_exchange_strong(state, next) || state == next;
  }

  std::atomic<State> state_ = State::waits;
};

}  // namespace tradepost::store::postgres

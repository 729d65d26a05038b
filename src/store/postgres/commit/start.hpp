#pragma once

#include <atomic>
#include <cstdint>

namespace tradepost::store::postgres {

// Whether a request was begun, or its caller gave it up before: one of both comes first. Any
// thread.
class Start {
 public:
  // Again if it has begun. False: it was given up.
  bool begin() { return come_to(State::begun); }
  // False: it was begun.
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

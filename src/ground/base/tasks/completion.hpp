#pragma once

#include <coroutine>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/ground/check.hpp"
#include "base/tasks/executor.hpp"

// The way for another thread to wake a task: a committer, a read pool, a queue with a new document.
//
//   Completion<Answer> answer(executor);                 // in the task, on its executor
//   committer.submit(command, answer.completer());
//   Answer given = co_await answer.wait();               // or: co_await
//   answer.wait_until(deadline)
//
//   completer.fulfil(value);                             // any thread, once
//
// fulfil() posts on the executor and never resumes the task itself. A thread that fulfils many
// completers of one executor may post one job there that fulfils them all.
namespace tradepost::base {

template <typename T>
class Completer;

namespace detail {

// The state is shared, because either side may be the last to use it: a task that stopped waiting
// at its deadline, or a completer that fulfilled.
template <typename T>
struct CompletionState {
  explicit CompletionState(Executor& of_the_waiter) : executor(of_the_waiter) {}

  // Set once:
  Executor& executor;

  // Guarded by mutex:
  std::mutex mutex;
  std::optional<T> value;
  std::coroutine_handle<> waiter;
  enum class Wait { none, until_fulfilled, until_deadline } wait = Wait::none;
  enum class Completing { possible, done, given_up } completing = Completing::possible;

  std::coroutine_handle<> take_waiter() {
    wait = Wait::none;
    return std::exchange(waiter, nullptr);
  }
};

}  // namespace detail

// The waiting end. It lives in the frame of the task that waits, and is used only on its executor.
template <typename T>
class Completion {
  using State = detail::CompletionState<T>;

 public:
  explicit Completion(Executor& executor) : state_(std::make_shared<State>(executor)) {}
  Completion(Completion&&) = delete;

  // Returns the other end, for the code that will fulfil it. Call it once.
  Completer<T> completer();

  // Waits for the value: `T value = co_await completion.wait();` The completer must be fulfilled:
  // destroying it unfulfilled fails a CHECK.
  auto wait() { return UntilFulfilled{state_.get()}; }

  // Waits with a deadline: `std::optional<T> value = co_await completion.wait_until(deadline);`
  // Returns nullopt if no value exists at the deadline, which may have passed already. It may be
  // awaited again then. Fulfilling too late is not an error.
  auto wait_until(SteadyTime deadline) { return UntilDeadline{this, deadline, {}}; }

 private:
  // Both awaiters are trivially destructible (task.hpp, rule 2).
  struct UntilFulfilled {
    State* state;

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> task) const {
      const std::lock_guard lock(state->mutex);
      if (state->value) return false;
      CHECK(state->completing == State::Completing::possible && !state->waiter);
      state->waiter = task;
      state->wait = State::Wait::until_fulfilled;
      return true;
    }
    T await_resume() const {
      const std::lock_guard lock(state->mutex);
      return std::exchange(state->value, std::nullopt).value();
    }
  };

  struct UntilDeadline {
    Completion* completion;
    SteadyTime deadline;
    std::optional<TimerId> timer;

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> task) {
      State& state = *completion->state_;
      {
        const std::lock_guard lock(state.mutex);
        if (state.value || state.executor.now() >= deadline) return false;
        CHECK(!state.waiter);
        state.waiter = task;
        state.wait = State::Wait::until_deadline;
      }
      // A later fulfilment waits for the end of this job, so the timer exists when the task
      // resumes.
      timer = state.executor.post_at(deadline,
                                     [shared = completion->state_] { wake_at_deadline(*shared); });
      return true;
    }
    std::optional<T> await_resume() const {
      State& state = *completion->state_;
      if (timer) state.executor.cancel(*timer);
      const std::lock_guard lock(state.mutex);
      return std::exchange(state.value, std::nullopt);
    }
  };

  static void wake_at_deadline(State& state) {
    std::coroutine_handle<> waiter;
    {
      const std::lock_guard lock(state.mutex);
      waiter = state.take_waiter();
    }
    if (waiter) waiter.resume();  // otherwise it was fulfilled, and its job is posted
  }

  // Shared for the reason at CompletionState.
  std::shared_ptr<State> state_;
  bool completer_given_ = false;
};

// The fulfilling end, for any thread. Destroying it unfulfilled while a task waits without a
// deadline fails a CHECK, because that task would never end.
template <typename T>
class Completer {
  using State = detail::CompletionState<T>;

 public:
  Completer(Completer&&) noexcept = default;
  Completer& operator=(Completer&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Completer() {
    if (!state_) return;
    const std::lock_guard lock(state_->mutex);
    CHECK(state_->wait != State::Wait::until_fulfilled);
    state_->completing = State::Completing::given_up;
  }

  // Returns the executor that resumes the task.
  Executor& executor() const { return state_->executor; }

  // Sets the value. Call it once; this object is empty afterwards.
  void fulfil(T value) {
    CHECK(state_ != nullptr);
    const std::shared_ptr<State> state = std::exchange(state_, nullptr);
    std::coroutine_handle<> waiter;
    {
      const std::lock_guard lock(state->mutex);
      state->completing = State::Completing::done;
      state->value.emplace(std::move(value));
      waiter = state->take_waiter();
    }
    if (waiter) state->executor.post([waiter] { waiter.resume(); });
  }

 private:
  friend class Completion<T>;
  explicit Completer(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

template <typename T>
Completer<T> Completion<T>::completer() {
  CHECK(!std::exchange(completer_given_, true));
  return Completer<T>(state_);
}

}  // namespace tradepost::base

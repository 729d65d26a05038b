#pragma once

#include <concepts>
#include <coroutine>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/ground/check.hpp"
#include "base/tasks/executor.hpp"

// A lazy coroutine. It begins when it is awaited, or by start(), runs on the executor of the
// awaiting task, and returns its value once:
//
//   Task<Result<Row>> find(Key key) {
//     Record record = co_await read(key.place);
//     ...
//     co_return row;
//   }
//
// Rules, most of them for g++ 12, whose coroutines copy or destroy wrongly otherwise:
// 1. A coroutine takes its parameters by value, or by reference if they surely outlive it, like an
//    executor. A lambda with captures is not a coroutine: it is gone before its body ends.
// 2. The arguments of a call within a co_await are names, moved names or literals without a
//    destructor: `co_await send(std::move(order))`, never `co_await send(Order(...))`. The
//    awaited Task itself may be a temporary.
// 3. No co_await within a condition, a conditional expression or a larger expression: name its
//    result first.
// 4. No lock, no iterator of a store and no view into data that others may change lives across
//    a co_await.
// 5. No exception leaves a task: one that would leave it ends the process.
// 6. A task that has begun is awaited to its end: destroying it half-way fails a CHECK.
namespace tradepost::base {

template <typename T = void>
class Task;

namespace detail {

// Ends the process with the text of the exception. Call it within a catch.
[[noreturn]] void exception_left_a_task();

struct TaskPromiseBase {
  Executor* executor = nullptr;          // set when it begins
  std::coroutine_handle<> continuation;  // the task that awaits it
  bool beginning = false;                // within await_suspend of the awaiting task

  struct ToContinuation {
    bool await_ready() const noexcept { return false; }
    template <typename Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      if (ended.promise().beginning) return std::noop_coroutine();
      return ended.promise().continuation;
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  ToContinuation final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const { exception_left_a_task(); }
};

template <typename T>
struct TaskPromise : TaskPromiseBase {
  std::optional<T> value;

  Task<T> get_return_object() noexcept;
  template <typename Value = T>
    requires std::convertible_to<Value&&, T>
  void return_value(Value&& returned) {
    value.emplace(std::forward<Value>(returned));
  }
  T take() { return std::move(*value); }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
  Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
  void take() const noexcept {}
};

}  // namespace detail

template <typename T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<T>;
  static_assert(!std::is_reference_v<T>, "a task's value is its own");

  Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Task() {
    if (!coroutine_) return;
    CHECK(coroutine_.done() || coroutine_.promise().executor == nullptr);
    coroutine_.destroy();
  }

  // Trivially destructible because of rule 2.
  struct Awaiter {
    std::coroutine_handle<promise_type> coroutine;

    bool await_ready() const noexcept { return false; }
    // A task that ends without waiting returns here, so that a loop over such tasks keeps its stack
    // in every build. A transfer would be shorter, but g++ 12 makes it a call where a sanitizer
    // forbids tail calls, and the stack grows. Only the return from a wait is a transfer.
    template <std::derived_from<detail::TaskPromiseBase> Parent>
    bool await_suspend(std::coroutine_handle<Parent> parent) const {
      promise_type& promise = coroutine.promise();
      promise.executor = parent.promise().executor;
      promise.continuation = parent;
      promise.beginning = true;
      coroutine.resume();
      promise.beginning = false;
      return !coroutine.done();
    }
    T await_resume() const { return coroutine.promise().take(); }
  };
  // Begins the task. An owner that runs the executor's jobs by hand then calls take().
  void begin(Executor& executor) {
    CHECK(coroutine_ && coroutine_.promise().executor == nullptr);
    coroutine_.promise().executor = &executor;
    coroutine_.promise().continuation = std::noop_coroutine();
    coroutine_.resume();
  }
  bool is_done() const { return coroutine_.done(); }
  T take() { return coroutine_.promise().take(); }

  // Awaits the task: once, and only within another task.
  Awaiter operator co_await() && noexcept {
    CHECK(coroutine_ && coroutine_.promise().executor == nullptr);
    return {coroutine_};
  }

 private:
  friend promise_type;
  explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};

namespace detail {

template <typename T>
Task<T> TaskPromise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

inline Task<void> TaskPromise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

// The root of a started task. No other task awaits it, and it frees itself.
struct Detached {
  struct promise_type : TaskPromiseBase {
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
  };
};

struct UseExecutor {
  Executor* executor;

  bool await_ready() const noexcept { return false; }
  template <typename Promise>
  bool await_suspend(std::coroutine_handle<Promise> task) const noexcept {
    task.promise().executor = executor;
    return false;
  }
  void await_resume() const noexcept {}
};

template <typename T, typename OnDone>
Detached run_detached(Executor& executor, Task<T> task, OnDone on_done) {
  co_await UseExecutor{&executor};
  if constexpr (std::is_void_v<T>) {
    co_await std::move(task);
    on_done();
  } else {
    T value = co_await std::move(task);
    on_done(std::move(value));
  }
}

}  // namespace detail

// Begins a task and runs it until it first waits. Call it from a job of `executor`, or before that
// runs its first job; from another thread, post() the start. `on_done` gets the value in a job of
// the same executor, possibly within this call.
template <typename T, typename OnDone>
void start(Executor& executor, Task<T> task, OnDone on_done) {
  detail::run_detached(executor, std::move(task), std::move(on_done));
}

}  // namespace tradepost::base

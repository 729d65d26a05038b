#pragma once

#include <coroutine>
#include <memory>

#include "base/ground/result.hpp"
#include "base/tasks/executor.hpp"

namespace tradepost::http {

// One thread's jobs, timers and sockets. A connection runs only on the loop that accepted it, so
// its state needs no lock.
class Loop final : public base::Executor {
 public:
  // Fails if the system has no more file descriptors.
  static base::Result<std::unique_ptr<Loop>> create();
  ~Loop() override;

  void post(base::Job job) override;
  base::SteadyTime now() const override;
  base::TimerId post_at(base::SteadyTime time, base::Job job) override;
  void cancel(base::TimerId timer) override;

  // Runs jobs on the calling thread until finish() was called and no work is left.
  void run();
  // Thread-safe.
  void finish();

 private:
  friend class Socket;
  struct State;
  explicit Loop(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

enum class Direction : unsigned char { readable, writable };

// An open non-blocking socket, registered with a loop. Its users read and write the descriptor by
// system calls; this class waits. Used on the thread of its loop only.
class Socket {
 public:
  // Takes ownership of the descriptor, and closes it on failure.
  static base::Result<Socket> adopt(Loop& loop, int descriptor);
  Socket(Socket&&) noexcept;
  Socket& operator=(Socket&&) noexcept;
  ~Socket();

  int descriptor() const { return descriptor_; }

  // `co_await socket.wait(Direction::readable);` resumes when the operation may be retried, after
  // an error of the socket, or after cancel(). One wait at a time.
  struct Wait {
    Socket* socket;
    Direction direction;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { socket->begin_wait(direction, task); }
    void await_resume() const noexcept {}
  };
  Wait wait(Direction direction) { return {this, direction}; }
  // Ends the wait in a separate job. Does nothing without a wait.
  void cancel();
  // Returns true if the other side has stopped sending or the connection is broken, even if unread
  // bytes are left.
  bool has_hung_up() const;
  // Closing then cuts off the other side and drops unsent bytes. Otherwise the kernel would keep
  // them for a client that never reads.
  void drop_unsent_at_end() const;

 private:
  struct State;
  Socket(std::unique_ptr<State> state, int descriptor);
  void begin_wait(Direction direction, std::coroutine_handle<> task);

  std::unique_ptr<State> state_;
  int descriptor_;
};

}  // namespace tradepost::http

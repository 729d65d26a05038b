#pragma once

#include <coroutine>
#include <memory>

#include "base/ground/result.hpp"
#include "base/tasks/executor.hpp"

namespace tradepost::http {

// One thread's jobs, timers and sockets. Everything that belongs to a connection happens on the
// loop that accepted it, so nothing of it needs a lock.
class Loop final : public base::Executor {
 public:
  // Refused where the system has no more file descriptors.
  static base::Result<std::unique_ptr<Loop>> create();
  ~Loop() override;

  void post(base::Job job) override;
  base::SteadyTime now() const override;
  base::TimerId post_at(base::SteadyTime time, base::Job job) override;
  void cancel(base::TimerId timer) override;

  // Runs jobs on the calling thread, until finish() was called and nothing is under way any more.
  void run();
  // From any thread.
  void finish();

 private:
  friend class Socket;
  struct State;
  explicit Loop(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

enum class Direction : unsigned char { readable, writable };

// An open socket that never blocks, registered with a loop. Reading and writing are plain system
// calls on its descriptor; here it is waited for. Belongs to its loop's thread.
class Socket {
 public:
  // Takes the descriptor over, and closes it also where it refuses.
  static base::Result<Socket> adopt(Loop& loop, int descriptor);
  Socket(Socket&&) noexcept;
  Socket& operator=(Socket&&) noexcept;
  ~Socket();

  int descriptor() const { return descriptor_; }

  // `co_await socket.wait(Direction::readable);` comes back when that may be tried again, after an
  // error of the socket, or when cancel() was called. One wait at a time.
  struct Wait {
    Socket* socket;
    Direction direction;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> task) const { socket->begin_wait(direction, task); }
    void await_resume() const noexcept {}
  };
  Wait wait(Direction direction) { return {this, direction}; }
  // The wait ends, in a job of its own. Without one, nothing happens.
  void cancel();
  // Whether the other side has ended its sending, or the connection is broken; bytes that were not
  // read yet don't hide that.
  bool has_hung_up() const;
  // At its end the other side is cut off, and what it has not taken is dropped: else the system
  // would keep that for a client that never reads.
  void drop_unsent_at_end() const;

 private:
  struct State;
  Socket(std::unique_ptr<State> state, int descriptor);
  void begin_wait(Direction direction, std::coroutine_handle<> task);

  std::unique_ptr<State> state_;
  int descriptor_;
};

}  // namespace tradepost::http

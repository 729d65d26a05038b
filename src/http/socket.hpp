#pragma once

#include <coroutine>
#include <memory>

#include "base/result.hpp"
#include "http/loop.hpp"

namespace tradepost::http {

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
  // At its end the other side is cut off, and what it has not taken is dropped: else the system
  // would keep that for a client that never reads.
  void drop_unsent_at_end();

 private:
  struct State;
  Socket(std::unique_ptr<State> state, int descriptor);
  void begin_wait(Direction direction, std::coroutine_handle<> task);

  std::unique_ptr<State> state_;
  int descriptor_;
};

}  // namespace tradepost::http

#pragma once

#include <coroutine>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/tasks/executor.hpp"
#include "http/connection/loop.hpp"
#include "http/wire/timeouts.hpp"

namespace tradepost::http {

class ConnectionWatch;

enum class WaitsFor : unsigned char {
  next_request,
  rest_of_request,  // and for other bytes before the connection is cut off
  room_for_answer,
};

// The open connections of one loop. Ends waits after their deadline, and all of them when the
// server stops. Detects clients that have left. Used on the thread of its loop only.
class Connections {
 public:
  explicit Connections(Loop& loop) : loop_(loop) {}
  Connections(Connections&&) = delete;

  // Connections between two requests end now, the others after their answer. A client has
  // `rest_at_stop` to send the rest of a request, and `drain` to take its answer.
  // `when_none_is_left` runs once.
  void stop(const Timeouts& timeouts, base::Job when_none_is_left);
  bool is_stopping() const { return stopping_; }
  // Prepares a stop: from now on each answer announces the end of its connection.
  void announce_stop() { ends_soon_ = true; }

 private:
  friend class ConnectionWatch;
  void add(ConnectionWatch& watch);
  void remove(ConnectionWatch& watch);
  void check_deadlines();
  void end_if_none_is_left();
  bool is_over(const ConnectionWatch& watch, base::SteadyTime now) const;

  Loop& loop_;
  std::vector<ConnectionWatch*> open_;
  std::optional<base::TimerId> next_check_;
  std::size_t round_ = 0;
  bool ends_soon_ = false;
  bool stopping_ = false;
  base::SteadyTime rest_end_ = base::SteadyTime::max();
  base::SteadyTime drain_end_ = base::SteadyTime::max();
  base::Job when_none_is_left_;
};

// A connection in the list. All its waits use this class and have a deadline, so that a slow client
// cannot extend the time of the whole request.
class ConnectionWatch {
 public:
  ConnectionWatch(Connections& all, Socket& socket) : all_(all), socket_(socket) {
    all_.add(*this);
  }
  ConnectionWatch(ConnectionWatch&&) = delete;
  ~ConnectionWatch() { all_.remove(*this); }

  // `const bool is_in_time = co_await watch.wait(…);` is false after the deadline or at a stop.
  struct Wait {
    ConnectionWatch* watch;
    Socket::Wait wait;
    base::SteadyTime deadline;
    WaitsFor waits_for;

    bool await_ready() const { return !watch->may_wait(waits_for); }
    void await_suspend(std::coroutine_handle<> task) const {
      watch->waits_ = true;
      watch->waits_for_ = waits_for;
      watch->deadline_ = deadline;
      wait.await_suspend(task);
    }
    bool await_resume() const {
      watch->waits_ = false;
      return watch->may_wait(waits_for);
    }
  };
  Wait wait(Direction direction, base::SteadyTime deadline, WaitsFor waits_for) {
    ended_ = false;
    return {this, socket_.wait(direction), deadline, waits_for};
  }

  // Checks once a second whether the client has hung up, and calls `left` once if it has. Asio has
  // no wait for that, and a wait for bytes would end with the next request.
  void look_after_client(base::Job left) { client_left_ = std::move(left); }
  void forget_client() { client_left_ = nullptr; }

  bool is_stopping() const { return all_.is_stopping(); }
  bool ends_soon() const { return all_.ends_soon_; }

 private:
  friend class Connections;
  bool may_wait(WaitsFor waits_for) const {
    return !ended_ && !(all_.stopping_ && waits_for == WaitsFor::next_request);
  }
  void end();

  Connections& all_;
  Socket& socket_;
  std::size_t index_ = 0;  // in all_.open_
  bool waits_ = false;
  bool ended_ = false;
  WaitsFor waits_for_ = WaitsFor::next_request;
  base::SteadyTime deadline_{};
  base::Job client_left_;
};

}  // namespace tradepost::http

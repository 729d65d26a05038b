#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/log.hpp"
#include "base/tasks/completion.hpp"
#include "http/server.hpp"

namespace tradepost::http_tests {

// Handlers that wait until the test lets them go on.
class Gate {
 public:
  void hold(base::Completer<int> completer);
  // Waits until so many more handlers are held.
  void wait_for(std::size_t handlers);
  // Waits likewise, and lets all go on.
  void open(std::size_t handlers);

 private:
  std::mutex mutex_;
  std::counting_semaphore<> arrived_{0};

  // guarded by mutex_
  std::vector<base::Completer<int>> completers_;
};

// What the service saw of one answer.
struct Told {
  std::string method;  // empty, and the path, where the head could not be read
  std::string path;
  std::string peer;
  int status;
  std::string request_id;  // of the answer
  std::uint64_t body_bytes;
  std::chrono::nanoseconds duration;
  http::Answered::Delivery delivery;
};

// The first events of a server's services, in that order.
class Tellings {
 public:
  static constexpr std::size_t kept_max = 1'000;

  void add(const http::Answered& answered);
  // Waits until there are so many, and takes them; fewer where they don't come.
  std::vector<Told> take(std::size_t count);
  std::size_t count();

 private:
  std::mutex mutex_;
  std::condition_variable added_;

  // guarded by mutex_
  std::vector<Told> all_;
};

// A server with a few routes of its own:
//
//   GET /ping      204, with an X-Request-Id
//   GET /request   the path, the query, the scheme, the peer and the loop's thread
//   GET /pieces    100 pieces of 1,000 bytes, gathered
//   GET /large     64 MiB, gathered
//   GET /lines     `count` lines, with the `type`, `encoding` and `status` that are asked for
//   POST /echo     the body, at most 100,000 bytes
//   POST /refused  403 before the body is read
//   GET /held      200 when the gate opens
class RunningServer {
 public:
  explicit RunningServer(http::Server::Options options = {});

  std::uint16_t port() const { return server_->port(); }
  http::Server& server() { return *server_; }
  Gate& gate() { return gate_; }
  Tellings& tellings() { return tellings_; }

 private:
  class NoSink final : public base::LogSink {
   public:
    void write(base::LogLevel /*level*/, std::string_view /*lines*/) override {}
  };

  base::SystemClock clock_;
  NoSink sink_;
  base::Log log_{clock_, sink_};
  Gate gate_;
  Tellings tellings_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace tradepost::http_tests

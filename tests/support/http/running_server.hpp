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

// Holds handlers until the test releases them.
class Gate {
 public:
  void hold(base::Completer<int> completer);
  // Waits until this many more handlers are held.
  void wait_for(std::size_t handlers);
  // Waits until this many more handlers are held, and releases all.
  void open(std::size_t handlers);

 private:
  std::mutex mutex_;
  std::counting_semaphore<> arrived_{0};

  // Guarded by mutex_.
  std::vector<base::Completer<int>> completers_;
};

// An event about one answer, as the service receives it.
struct AnsweredRequest {
  std::string method;  // empty, like the path, if the head could not be read
  std::string path;
  std::string peer;
  int status;
  std::string request_id;  // of the answer
  std::uint64_t body_bytes;
  std::chrono::nanoseconds duration;
  http::Answered::Delivery delivery;
};

// The first events of a server's services, in order.
class AnsweredRequests {
 public:
  static constexpr std::size_t kept_max = 1'000;

  void add(const http::Answered& answered);
  // Waits until there are this many, and takes them; fewer if they don't come.
  std::vector<AnsweredRequest> take(std::size_t count);
  std::size_t count();

 private:
  std::mutex mutex_;
  std::condition_variable added_;

  // Guarded by mutex_.
  std::vector<AnsweredRequest> all_;
};

// A server with routes for the tests:
//
//   GET /ping      204, with an X-Request-Id
//   GET /request   the path, the query, the scheme, the peer and the loop's thread
//   GET /pieces    100 pieces of 1,000 bytes, gathered
//   GET /large     64 MiB, gathered
//   GET /lines     `count` lines, with the requested `type`, `encoding` and `status`
//   POST /echo     the body, at most 100,000 bytes
//   POST /refused  403 before the body is read
//   GET /held      200 when the gate opens
class RunningServer {
 public:
  explicit RunningServer(http::Server::Options options = {});

  std::uint16_t port() const { return server_->port(); }
  http::Server& server() { return *server_; }
  Gate& gate() { return gate_; }
  AnsweredRequests& answered_requests() { return answered_requests_; }

 private:
  class NoSink final : public base::LogSink {
   public:
    void write(base::LogLevel /*level*/, std::string_view /*lines*/) override {}
  };

  base::SystemClock clock_;
  NoSink sink_;
  base::Log log_{clock_, sink_};
  Gate gate_;
  AnsweredRequests answered_requests_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace tradepost::http_tests

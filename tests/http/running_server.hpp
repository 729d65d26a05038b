#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/completion.hpp"
#include "base/log.hpp"
#include "http/server.hpp"

namespace tradepost::http_tests {

// Handlers that wait until the test lets them go on.
class Gate {
 public:
  void hold(base::Completer<int> completer);
  // Waits until so many handlers are held, and lets them go on.
  void open(std::size_t handlers);

 private:
  std::mutex mutex_;
  std::counting_semaphore<> arrived_{0};

  // guarded by mutex_
  std::vector<base::Completer<int>> completers_;
};

// A server with a few routes of its own:
//
//   GET /ping      204
//   GET /request   the path, the query, the peer and the loop's thread
//   GET /pieces    100 pieces of 1,000 bytes, gathered
//   GET /large     64 MiB, gathered
//   POST /echo     the body, at most 100,000 bytes
//   POST /refused  403 before the body is read
//   GET /held      200 when the gate opens
class RunningServer {
 public:
  explicit RunningServer(http::Server::Options options = {});

  std::uint16_t port() const { return server_->port(); }
  http::Server& server() { return *server_; }
  Gate& gate() { return gate_; }

 private:
  class NoSink final : public base::LogSink {
   public:
    void write(std::string_view /*line*/) override {}
  };

  base::SystemClock clock_;
  NoSink sink_;
  base::Log log_{clock_, sink_};
  Gate gate_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace tradepost::http_tests

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tradepost::http_tests {

// One received call.
struct Received {
  std::string line;                            // POST /in HTTP/1.1
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string header(const std::string& name) const;
};

// A socket that listens on a free port of 127.0.0.1.
struct Listener {
  int descriptor = -1;
  std::uint16_t port = 0;
};
Listener listening();

// An HTTP server on a free port of 127.0.0.1, which serves the calls of a connection in sequence
// and remembers all of them.
class Receiver {
 public:
  // Returns an answer without its HTTP version: the status, further lines such as in "302
  // Found\r\nLocation: /", and the body after an empty line.
  using Answer = std::function<std::string(const Received& call, std::size_t nth)>;
  explicit Receiver(Answer answer = [](const Received&, std::size_t) { return "204 No Content"; });
  ~Receiver();
  Receiver(const Receiver&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url(const std::string& host = "127.0.0.1") const;

  std::vector<Received> calls() const;
  // Returns the calls as soon as there are so many, or after twenty seconds.
  std::vector<Received> calls_when(std::size_t count) const;

 private:
  void serve();
  void converse(int connection);

  const Answer answer_;
  int listener_ = -1;
  std::uint16_t port_ = 0;

  mutable std::mutex mutex_;
  mutable std::condition_variable came_;
  // Guarded by mutex_.
  std::vector<Received> calls_;
  std::vector<int> connections_;
  std::vector<std::thread> conversations_;
  bool is_over_ = false;

  std::thread thread_;  // last member, because it uses the others
};

}  // namespace tradepost::http_tests

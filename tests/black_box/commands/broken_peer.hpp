#pragma once

#include <cstdint>
#include <string>
#include <thread>

namespace tradepost::commands_tests {

// A server that gives every request the same bytes and ends the connection.
class BrokenPeer {
 public:
  explicit BrokenPeer(std::string answer);
  ~BrokenPeer();
  BrokenPeer(const BrokenPeer&) = delete;
  BrokenPeer& operator=(const BrokenPeer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  void serve() const;

  const std::string answer_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace tradepost::commands_tests

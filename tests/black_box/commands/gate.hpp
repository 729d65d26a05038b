#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace tradepost::commands_tests {

// A proxy between a client and an exchange that can lose answers.
class Gate {
 public:
  explicit Gate(std::uint16_t exchange_port);
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  // Loses the next answers: the exchange executes the requests, and the client's connections end.
  void lose_answers(int count) { answers_to_lose_ = count; }
  int lost() const { return lost_; }

 private:
  void serve();
  void pass(int client);

  const std::uint16_t exchange_port_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> answers_to_lose_ = 0;
  std::atomic<int> lost_ = 0;
  std::thread thread_;
};

}  // namespace tradepost::commands_tests

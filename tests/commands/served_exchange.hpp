#pragma once

#include <cstdint>
#include <string>

namespace tradepost::commands_tests {

inline constexpr const char* operator_token = "operator-0123456789abcdef0123456789abcdef";

// `tradepost serve` on a folder of its own, until this ends.
class ServedExchange {
 public:
  explicit ServedExchange(const std::string& more_words = "");
  ~ServedExchange();
  ServedExchange(const ServedExchange&) = delete;
  ServedExchange& operator=(const ServedExchange&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::uint16_t port() const { return port_; }

  void stop();         // as an operator does, to its end
  void start_again();  // on the same port
  int process() const { return process_; }

 private:
  void start(const std::string& listen);

  const std::string folder_;
  const std::string more_words_;
  int process_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace tradepost::commands_tests

#pragma once

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tradepost::api_tests {

// An exchange as its own process, with the network of a JSON text (tests/exchange_server). It ends
// with this.
class ExchangeProcess {
 public:
  explicit ExchangeProcess(std::string_view network);
  ~ExchangeProcess();
  ExchangeProcess(const ExchangeProcess&) = delete;
  ExchangeProcess& operator=(const ExchangeProcess&) = delete;

  std::uint16_t port() const { return port_; }
  void revoke(const std::string& token);
  // The line of its log that has all these texts. It is waited for, ten seconds at the most; where
  // none comes, the test fails.
  std::string log_line_with(std::initializer_list<std::string_view> texts) const;
  // All that it has logged by now.
  std::string log() const;
  // Tells it to end, without waiting for that.
  void stop();

 private:
  std::string read_line();

  int process_ = -1;
  int log_ = -1;
  std::FILE* to_it_ = nullptr;
  std::FILE* from_it_ = nullptr;
  std::uint16_t port_ = 0;
};

}  // namespace tradepost::api_tests

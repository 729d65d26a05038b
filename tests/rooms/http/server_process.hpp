#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tradepost::http_tests {

// The server of tests/support/http_server, whose memory is its own. It ends with this.
class ServerProcess {
 public:
  enum class Speaks { plain, tls };

  explicit ServerProcess(Speaks speaks);
  ServerProcess(ServerProcess&&) = delete;
  ~ServerProcess();

  std::uint16_t port() const { return port_; }
  std::size_t resident_bytes() const;

 private:
  int process_ = -1;
  int input_ = -1;
  std::uint16_t port_ = 0;
};

// As many open files as this process may have, for it and those that it starts; says how many.
std::size_t raise_open_files();

}  // namespace tradepost::http_tests

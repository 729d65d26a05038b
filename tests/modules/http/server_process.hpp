#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "process/process.hpp"

namespace tradepost::http_tests {

// The server of tests/support/http_server in a separate process, so that its memory can be
// measured. It ends with this object.
class ServerProcess {
 public:
  enum class Speaks { plain, tls };

  explicit ServerProcess(Speaks speaks);
  ServerProcess(ServerProcess&&) = delete;
  ~ServerProcess();

  std::uint16_t port() const { return port_; }
  std::size_t resident_bytes() const;

 private:
  process::Process process_;
  std::uint16_t port_ = 0;
};

// Raises the limit of open files to the maximum, for this process and those it starts. Returns the
// limit.
std::size_t raise_open_files();

}  // namespace tradepost::http_tests

#include "http/server_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "base/ground/check.hpp"

namespace tradepost::http_tests {

ServerProcess::ServerProcess(Speaks speaks) {
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  CHECK(::pipe2(input.data(), O_CLOEXEC) == 0 && ::pipe2(output.data(), O_CLOEXEC) == 0);
  const std::string program = TRADEPOST_HTTP_SERVER;
  const char* const kind = speaks == Speaks::plain ? "plain" : "p256";
  process_ = ::fork();
  CHECK(process_ >= 0);
  if (process_ == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), kind, nullptr);
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  input_ = input[1];

  std::string said;
  pollfd waiting{.fd = output[0], .events = POLLIN, .revents = 0};
  for (char byte = 0; ::poll(&waiting, 1, 60'000) > 0 && ::read(output[0], &byte, 1) == 1;) {
    if (byte == '\n') break;
    said += byte;
  }
  ::close(output[0]);
  port_ = static_cast<std::uint16_t>(std::strtoul(said.c_str(), nullptr, 10));
  EXPECT_NE(port_, 0) << said;
}

ServerProcess::~ServerProcess() {
  ::close(input_);
  int status = 0;
  EXPECT_EQ(::waitpid(process_, &status, 0), process_);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

std::size_t ServerProcess::resident_bytes() const {
  std::ifstream pages(fmt::format("/proc/{}/statm", process_));
  std::size_t all = 0;
  std::size_t resident = 0;
  pages >> all >> resident;
  EXPECT_GT(resident, 0u);
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t raise_open_files() {
  rlimit files{};
  EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = files.rlim_max;
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  return files.rlim_cur;
}

}  // namespace tradepost::http_tests

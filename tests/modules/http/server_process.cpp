#include "http/server_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

namespace tradepost::http_tests {

using process::Process;

ServerProcess::ServerProcess(Speaks speaks) {
  const std::string program = TRADEPOST_HTTP_SERVER;
  const char* const kind = speaks == Speaks::plain ? "plain" : "p256";
  process_ = Process([&](Process::Pipes pipes) {
    ::dup2(pipes.input, STDIN_FILENO);
    ::dup2(pipes.output, STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), kind, nullptr);
    ::_exit(127);
  });
  const std::string said = process_.line(std::chrono::minutes(1)).value_or("");
  port_ = static_cast<std::uint16_t>(std::strtoul(said.c_str(), nullptr, 10));
  EXPECT_NE(port_, 0) << said;
}

ServerProcess::~ServerProcess() {
  EXPECT_EQ(process_.wait(), 0);
}

std::size_t ServerProcess::resident_bytes() const {
  std::ifstream pages(fmt::format("/proc/{}/statm", process_.id()));
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

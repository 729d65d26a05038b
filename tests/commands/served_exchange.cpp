#include "commands/served_exchange.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/check.hpp"

namespace tradepost::commands_tests {
namespace {

std::string new_folder() {
  std::string name = testing::TempDir() + "tradepost-exchange-XXXXXX";
  CHECK(::mkdtemp(name.data()) != nullptr);
  return name;
}

// The first line that the process prints, once it serves.
std::string first_line_of(int descriptor) {
  std::FILE* const from = ::fdopen(descriptor, "r");
  std::string line;
  for (int c = 0; (c = std::fgetc(from)) != EOF && c != '\n';) line += static_cast<char>(c);
  std::fclose(from);
  return line;
}

}  // namespace

ServedExchange::ServedExchange(const std::string& more_words)
    : folder_(new_folder()), more_words_(more_words) {
  start("127.0.0.1:0");
}

ServedExchange::~ServedExchange() {
  stop();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void ServedExchange::start(const std::string& listen) {
  int output[2] = {-1, -1};
  CHECK(::pipe2(output, O_CLOEXEC) == 0);
  const std::string command =
      fmt::format("exec '{}' serve --data '{}/data' --listen {} {} 2>>'{}/log'", TRADEPOST_BINARY,
                  folder_, listen, more_words_, folder_);
  process_ = ::fork();
  if (process_ == 0) {
    ::setenv("TRADEPOST_OPERATOR_TOKEN", operator_token, 1);
    ::dup2(output[1], STDOUT_FILENO);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(output[1]);
  const std::string line = first_line_of(output[0]);
  const auto colon = line.rfind(':');
  const char* const end = line.data() + line.size();
  const auto read =
      std::from_chars(line.data() + (colon == std::string::npos ? 0 : colon + 1), end, port_);
  EXPECT_TRUE(read.ec == std::errc() && port_ != 0) << "the exchange did not begin: " << line;
}

void ServedExchange::stop() {
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  int status = 0;
  EXPECT_EQ(::waitpid(process_, &status, 0), process_);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "the exchange ended with " << status;
  process_ = -1;
}

void ServedExchange::start_again() {
  start(fmt::format("127.0.0.1:{}", port_));
}

}  // namespace tradepost::commands_tests

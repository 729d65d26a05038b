#include "api/exchange_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>
#include <utility>

namespace tradepost::api_tests {
namespace {

// A file without a name, to which a process may write its log.
int open_log() {
  std::string path = testing::TempDir() + "tradepost-log-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_APPEND | O_CLOEXEC);
  EXPECT_GE(descriptor, 0);
  ::unlink(path.c_str());
  return descriptor;
}

// Ends with the file that has the text.
class TextFile {
 public:
  explicit TextFile(std::string_view text) {
    const int descriptor = ::mkstemp(path_.data());
    EXPECT_EQ(::write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(descriptor);
  }
  ~TextFile() { ::unlink(path_.c_str()); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_ = testing::TempDir() + "tradepost-network-XXXXXX";
};

}  // namespace

ExchangeProcess::ExchangeProcess(std::string_view network) {
  const TextFile file(network);
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  EXPECT_EQ(::pipe2(input.data(), O_CLOEXEC), 0);
  EXPECT_EQ(::pipe2(output.data(), O_CLOEXEC), 0);
  log_ = open_log();
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(log_, STDERR_FILENO);
    ::execl(TRADEPOST_EXCHANGE_SERVER, TRADEPOST_EXCHANGE_SERVER, file.path().c_str(), nullptr);
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_it_ = ::fdopen(input[1], "w");
  from_it_ = ::fdopen(output[0], "r");
  const std::string line = read_line();
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), port_);
  EXPECT_TRUE(error == std::errc()) << "the exchange did not begin: " << line << log();
}

ExchangeProcess::~ExchangeProcess() {
  stop();
  std::fclose(from_it_);
  int status = 0;
  EXPECT_EQ(::waitpid(process_, &status, 0), process_);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "the exchange ended with " << status << '\n'
      << log();
  ::close(log_);
}

std::string ExchangeProcess::log() const {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t got = 0;
       (got = ::pread(log_, part.data(), part.size(), static_cast<off_t>(text.size()))) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::string ExchangeProcess::log_line_with(std::initializer_list<std::string_view> texts) const {
  const auto has_all = [&](std::string_view line) {
    return std::ranges::all_of(
        texts, [&](std::string_view text) { return line.find(text) != std::string_view::npos; });
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (;;) {
    std::istringstream lines(log());
    for (std::string line; std::getline(lines, line);) {
      if (has_all(line)) return line;
    }
    if (std::chrono::steady_clock::now() > deadline) break;
    std::this_thread::yield();
  }
  ADD_FAILURE() << "no such line in the log:\n" << log();
  return {};
}

std::string ExchangeProcess::read_line() {
  std::string line;
  for (int c = 0; (c = std::fgetc(from_it_)) != EOF && c != '\n';) line += static_cast<char>(c);
  return line;
}

void ExchangeProcess::revoke(const std::string& token) {
  std::fputs(("revoke " + token + "\n").c_str(), to_it_);
  std::fflush(to_it_);
  EXPECT_EQ(read_line(), "done");
}

void ExchangeProcess::stop() {
  if (FILE* const open = std::exchange(to_it_, nullptr)) std::fclose(open);
}

}  // namespace tradepost::api_tests

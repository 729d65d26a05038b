#include "process/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::process {

using std::chrono::steady_clock;

Process::Process(const std::function<void(Pipes)>& life) {
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  CHECK(::pipe2(input.data(), O_CLOEXEC) == 0 && ::pipe2(output.data(), O_CLOEXEC) == 0);
  std::fflush(stdout);  // otherwise both processes could print the buffered text
  id_ = ::fork();
  CHECK(id_ >= 0);
  if (id_ == 0) {
    ::close(input[1]);
    ::close(output[0]);
    life({.input = input[0], .output = output[1]});
    ::_exit(0);
  }
  ::close(input[0]);
  ::close(output[1]);
  input_ = input[1];
  output_ = output[0];
}

Process::~Process() {
  if (*this) end(SIGKILL);
  for (const int pipe : {input_, output_}) {
    if (pipe != -1) ::close(pipe);
  }
}

Process& Process::operator=(Process other) noexcept {
  swap(other);
  return *this;
}

void Process::swap(Process& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(ending_, other.ending_);
}

bool Process::has_ended(int options) {
  int status = 0;
  if (!*this) return true;
  if (::waitpid(id_, &status, options) != id_) return false;
  id_ = -1;
  ending_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return true;
}

bool Process::is_running() {
  return !has_ended(WNOHANG);
}

std::optional<std::string> Process::line(std::chrono::seconds patience) {
  const auto deadline = steady_clock::now() + patience;
  std::string line;
  pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
    char byte = 0;
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0 ||
        ::read(output_, &byte, 1) != 1) {
      return std::nullopt;
    }
    if (byte == '\n') return line;
    line += byte;
  }
}

void Process::signal(int number) const {
  ASSERT_TRUE(*this) << "the process has ended";
  ASSERT_EQ(::kill(id_, number), 0);
}

int Process::wait() {
  if (input_ != -1) ::close(std::exchange(input_, -1));
  EXPECT_TRUE(has_ended(0));
  return ending_;
}

int Process::end(int number) {
  signal(number);
  return wait();
}

void Process::kill_after(std::chrono::microseconds time) {
  // Busy waiting lets the kill come at any moment, and not at one that the scheduler prefers.
  const auto until = steady_clock::now() + time;
  while (steady_clock::now() < until) continue;
  EXPECT_EQ(end(SIGKILL), -SIGKILL) << "it died by itself";
}

}  // namespace tradepost::process

#include "webhooks/page_receiver.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/source_dir.hpp"

namespace tradepost::webhooks_tests {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string program_on_the_page(std::string_view fence) {
  const std::string page = text_of(source_dir() + "/docs/guides/webhooks.md");
  const std::string begin = fmt::format("\n```{}\n", fence);
  const auto from = page.find(begin);
  EXPECT_NE(from, std::string::npos) << fence;
  const auto to = page.find("\n```\n", from + begin.size());
  EXPECT_EQ(page.find(begin, from + 1), std::string::npos) << "one of them is to be run";
  return page.substr(from + begin.size(), to + 1 - from - begin.size());
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

std::uint16_t free_port() {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  EXPECT_EQ(::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size), 0);
  ::close(descriptor);
  return ntohs(address.sin_port);
}

bool listens(std::uint16_t port) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  const bool is_there =
      ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(descriptor);
  return is_there;
}

}  // namespace

PageReceiver::PageReceiver(Language language, std::string secret)
    : language_(language), secret_(std::move(secret)), port_(free_port()) {
  const bool is_python = language_ == Language::python;
  std::ofstream(folder_.path() + (is_python ? "/receiver.py" : "/receiver.mjs"))
      << program_on_the_page(is_python ? "python" : "js");
  begin();
}

PageReceiver::~PageReceiver() {
  if (process_ != -1) kill();
}

std::string PageReceiver::url() const {
  return fmt::format("http://127.0.0.1:{}/in", port_);
}

void PageReceiver::begin() {
  const bool is_python = language_ == Language::python;
  const std::string program = folder_.path() + (is_python ? "/receiver.py" : "/receiver.mjs");
  const std::string port = std::to_string(port_);
  const std::string out = folder_.path() + "/taken";
  const std::string log = folder_.path() + "/log";
  process_ = ::fork();
  if (process_ == 0) {
    ::setenv("WEBHOOK_SECRET", secret_.c_str(), 1);
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDOUT_FILENO);
    ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDERR_FILENO);
    const char* const runs = is_python ? "python3" : "node";
    ::execlp(runs, runs, program.c_str(), port.c_str(), nullptr);
    ::_exit(127);
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!listens(port_)) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << text_of(log);
    ::poll(nullptr, 0, 20);
  }
}

void PageReceiver::kill() {
  EXPECT_EQ(::kill(process_, SIGKILL), 0);
  EXPECT_EQ(::waitpid(process_, nullptr, 0), process_);
  process_ = -1;
}

std::vector<std::string> PageReceiver::taken() const {
  const std::string text = text_of(folder_.path() + "/taken");
  std::vector<std::string> lines;
  std::size_t from = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', from)) {
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

}  // namespace tradepost::webhooks_tests

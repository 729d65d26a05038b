#include "webhooks/page_receiver.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "polling.hpp"
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

PageReceiver::PageReceiver(Language language, const std::string& secret)
    : program_(language == Language::python ? "python3 receiver.py" : "node receiver.mjs"),
      port_(free_port()) {
  const bool is_python = language == Language::python;
  desk_.set("WEBHOOK_SECRET", secret);
  desk_.write(is_python ? "receiver.py" : "receiver.mjs",
              program_on_the_page(is_python ? "python" : "js"));
  begin();
}

std::string PageReceiver::url() const {
  return fmt::format("http://127.0.0.1:{}/in", port_);
}

void PageReceiver::begin() {
  process_ = desk_.begin_shell(fmt::format("exec {} {} >>taken 2>>log", program_, port_));
  ASSERT_TRUE(is_soon([&] { return listens(port_); }, std::chrono::seconds(30)))
      << desk_.read("log");
}

std::vector<std::string> PageReceiver::taken() const {
  const std::string text = desk_.read("taken");
  return served::lines_of(text.substr(0, text.rfind('\n') + 1));
}

}  // namespace tradepost::webhooks_tests

#include "http/receiver.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace tradepost::http_tests {
namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// Takes the first request out of the received bytes. Returns false if it is incomplete.
bool take_call(std::string& unread, Received& call) {
  const auto head_end = unread.find("\r\n\r\n");
  if (head_end == std::string::npos) return false;
  std::string_view head = std::string_view(unread).substr(0, head_end);
  call.line = std::string(head.substr(0, head.find("\r\n")));
  while (!head.empty()) {
    const auto line_end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, line_end);
    const auto colon = line.find(": ");
    if (colon != std::string_view::npos) {
      call.headers[lowered(line.substr(0, colon))] = std::string(line.substr(colon + 2));
    }
    head.remove_prefix(std::min(line_end + 2, head.size()));
  }
  const auto length = std::strtoull(call.header("content-length").c_str(), nullptr, 10);
  if (unread.size() < head_end + 4 + length) return false;
  call.body = unread.substr(head_end + 4, length);
  unread.erase(0, head_end + 4 + length);
  return true;
}

}  // namespace

std::string Received::header(const std::string& name) const {
  const auto at = headers.find(name);
  return at == headers.end() ? std::string() : at->second;
}

Listener listening() {
  Listener listener;
  listener.descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(::bind(listener.descriptor, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::getsockname(listener.descriptor, reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_EQ(::listen(listener.descriptor, 64), 0);
  listener.port = ntohs(address.sin_port);
  return listener;
}

Receiver::Receiver(Answer answer) : answer_(std::move(answer)) {
  const Listener listener = listening();
  listener_ = listener.descriptor;
  port_ = listener.port;
  thread_ = std::thread([this] { serve(); });
}

Receiver::~Receiver() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
  }
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  for (std::thread& conversation : conversations_) conversation.join();
  ::close(listener_);
}

std::string Receiver::url(const std::string& host) const {
  return fmt::format("http://{}:{}/in", host, port_);
}

std::vector<Received> Receiver::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::vector<Received> Receiver::calls_when(std::size_t count) const {
  std::unique_lock lock(mutex_);
  came_.wait_for(lock, std::chrono::seconds(20), [&] { return calls_.size() >= count; });
  EXPECT_GE(calls_.size(), count) << "calls did not come in time";
  return calls_;
}

void Receiver::serve() {
  for (int connection = 0; (connection = ::accept(listener_, nullptr, nullptr)) >= 0;) {
    const std::lock_guard lock(mutex_);
    if (is_over_) {
      ::close(connection);
      return;
    }
    connections_.push_back(connection);
    conversations_.emplace_back([this, connection] { converse(connection); });
  }
}

void Receiver::converse(int connection) {
  std::string unread;
  char chunk[16 << 10];
  for (;;) {
    Received call;
    while (!take_call(unread, call)) {
      call = {};
      const auto count = ::recv(connection, chunk, sizeof chunk, 0);
      if (count <= 0) {
        const std::lock_guard lock(mutex_);
        std::erase(connections_, connection);
        ::close(connection);
        return;
      }
      unread.append(chunk, static_cast<std::size_t>(count));
    }
    std::size_t nth = 0;
    {
      const std::lock_guard lock(mutex_);
      nth = calls_.size();
      calls_.push_back(call);
    }
    const std::string said = answer_(call, nth);
    const auto head_end = std::min(said.find("\r\n\r\n"), said.size());
    const std::string body = said.substr(std::min(head_end + 4, said.size()));
    const std::string answer = fmt::format("HTTP/1.1 {}\r\nContent-Length: {}\r\n\r\n{}",
                                           said.substr(0, head_end), body.size(), body);
    came_.notify_all();
    if (::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) continue;
  }
}

}  // namespace tradepost::http_tests

#include "serving_load/mortal_client.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace tradepost::serving_load {
namespace {

constexpr int patience_s = 30;
constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view length_name = "Content-Length: ";

}  // namespace

MortalClient::MortalClient(std::uint16_t port)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{.tv_sec = patience_s, .tv_usec = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int done = ::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address);
  // It may be dead before this client has begun, or close its listener meanwhile.
  EXPECT_TRUE(done == 0 || errno == ECONNREFUSED || errno == ECONNRESET) << errno;
}

MortalClient::~MortalClient() {
  ::close(descriptor_);
}

std::optional<Heard> MortalClient::ask(std::string_view token, std::string_view method,
                                       std::string_view path, std::string_view body,
                                       std::string_view headers) {
  const std::string request = fmt::format(
      "{} {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n{}",
      method, path, token, body.size(), headers, body);
  std::string_view rest = request;
  while (!rest.empty()) {
    const ssize_t sent = ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return read_answer();
}

bool MortalClient::read_more() {
  char room[16 << 10];
  ssize_t got = 0;
  // A system call with a timeout is not restarted after a signal, such as that of a child's end.
  do {
    got = ::recv(descriptor_, room, sizeof room, 0);
  } while (got < 0 && errno == EINTR);
  EXPECT_FALSE(got < 0 && errno == EAGAIN) << "no answer in time";
  if (got <= 0) return false;
  unread_.append(room, static_cast<std::size_t>(got));
  return true;
}

std::optional<Heard> MortalClient::read_answer() {
  while (unread_.find(head_end) == std::string::npos) {
    if (!read_more()) return std::nullopt;
  }
  const std::size_t body_begin = unread_.find(head_end) + head_end.size();
  const std::string_view head = std::string_view(unread_).substr(0, body_begin);
  Heard heard;
  std::from_chars(head.data() + 9, head.data() + 12, heard.status);
  std::size_t bytes = 0;
  const auto length = head.find(length_name);
  if (length != std::string_view::npos) {
    const char* const digits = head.data() + length + length_name.size();
    std::from_chars(digits, head.data() + head.size(), bytes);
  }
  while (unread_.size() < body_begin + bytes) {
    if (!read_more()) return std::nullopt;
  }
  heard.body = unread_.substr(body_begin, bytes);
  unread_.erase(0, body_begin + bytes);
  return heard;
}

}  // namespace tradepost::serving_load

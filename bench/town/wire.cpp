#include "town/wire.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tradepost::town {
namespace {

constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view length_name = "Content-Length: ";

std::string head_of(std::string_view token, std::string_view method, std::string_view path,
                    std::size_t body_bytes, std::string_view headers) {
  return fmt::format(
      "{} {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n",
      method, path, token, body_bytes, headers);
}

}  // namespace

std::string Heard::text(std::string_view name) const {
  const std::string begin = fmt::format("\"{}\":\"", name);
  const auto place = body.find(begin);
  if (place == std::string::npos) return {};
  const auto first = place + begin.size();
  return body.substr(first, body.find('"', first) - first);
}

Wire::~Wire() {
  close();
}

Wire::Wire(Wire&& other) noexcept
    : port_(other.port_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      unread_(std::move(other.unread_)) {}

void Wire::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  unread_.clear();
}

bool Wire::connect() {
  if (descriptor_ >= 0) return true;
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port_);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    return true;
  }
  close();
  return false;
}

// Sends in pieces. Some kernels do not interrupt a call that sends megabytes, which would occupy a
// processor that a client on another machine does not use.
bool Wire::send(std::string_view bytes) {
  constexpr std::size_t piece = 64u << 10;
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(descriptor_, bytes.data(), std::min(bytes.size(), piece), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

Heard Wire::ask(std::string_view token, std::string_view method, std::string_view path,
                std::string_view body, std::string_view headers) {
  std::string request = head_of(token, method, path, body.size(), headers);
  // A small body is sent together with the head.
  constexpr std::size_t small = 64u << 10;
  const bool is_small = body.size() <= small;
  if (is_small) request += body;
  Heard heard;
  if (connect() && send(request) && (is_small || send(body))) heard = hear();
  if (heard.status == 0) close();
  return heard;
}

void Wire::begin(std::string_view token, std::string_view method, std::string_view path) {
  if (!connect() || !send(head_of(token, method, path, 0, ""))) close();
}

std::size_t Wire::read_some(std::size_t bytes_max) {
  std::array<char, 16u << 10> room;
  const ssize_t got =
      ::recv(descriptor_, room.data(), std::min(bytes_max, room.size()), MSG_DONTWAIT);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

bool Wire::read_more() {
  std::array<char, 64u << 10> room;
  const ssize_t got = ::recv(descriptor_, room.data(), room.size(), 0);
  if (got <= 0) return false;
  unread_.append(room.data(), static_cast<std::size_t>(got));
  return true;
}

Heard Wire::hear() {
  while (unread_.find(head_end) == std::string::npos) {
    if (!read_more()) return {};
  }
  const std::size_t body_begin = unread_.find(head_end) + head_end.size();
  const std::string_view head = std::string_view(unread_).substr(0, body_begin);
  Heard heard;
  constexpr std::size_t status_begin = 9;  // after HTTP/1.1
  std::from_chars(head.data() + status_begin, head.data() + status_begin + 3, heard.status);
  std::size_t bytes = 0;
  if (const auto length = head.find(length_name); length != std::string_view::npos) {
    std::from_chars(head.data() + length + length_name.size(), head.data() + head.size(), bytes);
  }
  const bool closes = head.find("Connection: close") != std::string_view::npos;
  while (unread_.size() < body_begin + bytes) {
    if (!read_more()) return {};
  }
  heard.body = unread_.substr(body_begin, bytes);
  unread_.erase(0, body_begin + bytes);
  if (closes) close();
  return heard;
}

}  // namespace tradepost::town

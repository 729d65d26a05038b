#include "http/client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <utility>

namespace tradepost::http_tests {
namespace {

constexpr std::chrono::seconds patience{10};

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  EXPECT_TRUE(error == std::errc() && end == text.data() + text.size()) << text;
  return number;
}

// Parses the lines of a head, without their ends.
Answer head_in(std::string_view head) {
  Answer answer;
  EXPECT_TRUE(head.starts_with("HTTP/1.1 ")) << head;
  answer.status = static_cast<int>(number_in(head.substr(9, 3)));
  head.remove_prefix(std::min(std::min(head.find("\r\n"), head.size()) + 2, head.size()));
  while (!head.empty()) {
    const auto end = std::min(head.find("\r\n"), head.size());
    const auto line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const auto colon = line.find(": ");
    EXPECT_NE(colon, std::string_view::npos) << line;
    const std::string name = lowered(line.substr(0, colon));
    const bool is_cookie = name == "set-cookie";
    if (is_cookie) answer.set_cookies.emplace_back(line.substr(colon + 2));
    const bool is_new = answer.headers.emplace(name, line.substr(colon + 2)).second;
    EXPECT_TRUE(is_new || is_cookie) << line;
  }
  return answer;
}

}  // namespace

std::string Answer::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Client::Client(std::uint16_t port, const std::string& from) : Client(from, patience) {
  EXPECT_TRUE(connect(port));
}

Client::Client(const std::string& from, std::chrono::seconds wait_max)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval limit{.tv_sec = wait_max.count(), .tv_usec = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  sockaddr_in own{};
  own.sin_family = AF_INET;
  EXPECT_EQ(::inet_pton(AF_INET, from.c_str(), &own.sin_addr), 1) << from;
  // The system then chooses the port at connect, when the destination is known.
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(descriptor_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  EXPECT_EQ(::bind(descriptor_, reinterpret_cast<sockaddr*>(&own), sizeof own), 0);
}

bool Client::connect(std::uint16_t port) const {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

Client::~Client() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Client::Client(Client&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), unread_(std::move(other.unread_)) {}

bool Client::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Client::end_sending() const {
  ::shutdown(descriptor_, SHUT_WR);
}

void Client::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(descriptor_, -1));
}

std::size_t Client::send_while_taken(std::string_view bytes) const {
  constexpr int a_while_ms = 500;
  std::size_t total = 0;
  pollfd waiting{.fd = descriptor_, .events = POLLOUT, .revents = 0};
  while (total < bytes.size() && ::poll(&waiting, 1, a_while_ms) > 0) {
    const ssize_t sent = ::send(descriptor_, bytes.data() + total, bytes.size() - total,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) break;
    total += static_cast<std::size_t>(sent);
  }
  return total;
}

bool Client::read_more() {
  char room[16 << 10];
  std::size_t bytes = 0;
  const Got got = receive(room, bytes);
  if (got == Got::bytes) unread_.append(room, bytes);
  if (got == Got::nothing_in_time) ADD_FAILURE() << "nothing came in time";
  return got == Got::bytes;
}

auto Client::receive(std::span<char> room, std::size_t& bytes) -> Got {
  ssize_t got = 0;
  // A system call with a timeout does not restart after a signal, such as the one of a child's end.
  do {
    got = ::recv(descriptor_, room.data(), room.size(), 0);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Got::nothing_in_time;
  if (got <= 0) return Got::end;
  bytes = static_cast<std::size_t>(got);
  return Got::bytes;
}

Answer Client::answer() {
  return read_answer(BodyIs::sent);
}

Answer Client::answer_to_head() {
  return read_answer(BodyIs::left_out);
}

std::optional<Answer> Client::answer_if_whole() {
  return read_whole_answer(BodyIs::sent);
}

Answer Client::read_answer(BodyIs body) {
  auto answer = read_whole_answer(body);
  if (!answer) ADD_FAILURE() << "no whole answer came, but: " << unread_;
  return std::move(answer).value_or(Answer());
}

std::optional<Answer> Client::read_whole_answer(BodyIs body) {
  while (unread_.find("\r\n\r\n") == std::string::npos) {
    if (!read_more()) return std::nullopt;
  }
  const auto head_end = unread_.find("\r\n\r\n");
  Answer answer = head_in(std::string_view(unread_).substr(0, head_end));
  unread_.erase(0, head_end + 4);
  const auto length = answer.header("content-length");
  if (body == BodyIs::left_out || length.empty()) return answer;
  const std::size_t bytes = number_in(length);
  while (unread_.size() < bytes) {
    if (!read_more()) return std::nullopt;
  }
  answer.body = unread_.substr(0, bytes);
  unread_.erase(0, bytes);
  return answer;
}

Answer Client::ask(std::string_view bytes) {
  send(bytes);
  return answer();
}

bool Client::is_closed() {
  if (!unread_.empty()) return false;
  char byte = 0;
  std::size_t bytes = 0;
  return receive({&byte, 1}, bytes) == Got::end;
}

bool Client::has_answer_within(std::chrono::milliseconds time) const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return !unread_.empty() || ::poll(&waiting, 1, static_cast<int>(time.count())) > 0;
}

bool Client::is_cut_off_without_reading() const {
  pollfd waiting{.fd = descriptor_, .events = POLLRDHUP, .revents = 0};
  return ::poll(&waiting, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) > 0;
}

std::string get(std::string_view path, std::string_view lines) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: test\r\n{}\r\n", path, lines);
}

std::string post(std::string_view path, std::string_view body, std::string_view lines) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: test\r\nContent-Length: {}\r\n{}\r\n{}", path,
                     body.size(), lines, body);
}

}  // namespace tradepost::http_tests

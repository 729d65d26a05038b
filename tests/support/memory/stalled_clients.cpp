#include "memory/stalled_clients.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>

namespace tradepost::memory {
namespace {

using std::chrono::steady_clock;

// The system's buffers for a client are not memory of the exchange, and are kept small.
constexpr int system_bytes = 16 << 10;
constexpr std::size_t heard_bytes_max = 4 << 10;
constexpr std::chrono::seconds silence{1};
constexpr std::chrono::seconds patience{30};

sockaddr_in place(std::uint16_t port, std::uint32_t address) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(port);
  made.sin_addr.s_addr = htonl(address);
  return made;
}

int status_in(std::string_view heard) {
  constexpr std::string_view begin = "HTTP/1.1 ";
  int status = 0;
  if (heard.starts_with(begin)) {
    std::from_chars(heard.data() + begin.size(), heard.data() + heard.size(), status);
  }
  return status;
}

}  // namespace

StalledClients::~StalledClients() {
  end();
}

void StalledClients::add_sender(std::string_view token, std::string_view body) {
  add(fmt::format("POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                  "Authorization: Bearer {}\r\nContent-Type: application/json\r\n"
                  "Content-Length: {}\r\n\r\n",
                  token, body.size()),
      body.substr(0, body.size() - 1));
}

void StalledClients::add_reader(std::string_view token, std::string_view path) {
  add(fmt::format("GET {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n\r\n",
                  path, token),
      {});
}

void StalledClients::add(std::string head, std::string_view body) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  for (const int buffer : {SO_SNDBUF, SO_RCVBUF}) {
    ::setsockopt(descriptor, SOL_SOCKET, buffer, &system_bytes, sizeof system_bytes);
  }
  // The exchange limits the connections of an address, so the clients use several addresses.
  constexpr std::size_t of_an_address = 500;
  const auto number = static_cast<std::uint32_t>(clients_.size() / of_an_address);
  const sockaddr_in own = place(0, INADDR_LOOPBACK + 1 + number);
  const sockaddr_in other = place(port_, INADDR_LOOPBACK);
  EXPECT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&own), sizeof own), 0);
  EXPECT_EQ(::connect(descriptor, reinterpret_cast<const sockaddr*>(&other), sizeof other), 0);
  clients_.push_back(
      {.descriptor = descriptor, .head = std::move(head), .body = body, .sent = 0, .heard = {}});
}

bool StalledClients::send_some(Client& client) const {
  const std::size_t head_left = client.head.size() - std::min(client.sent, client.head.size());
  const std::string_view rest = head_left > 0
                                    ? std::string_view(client.head).substr(client.sent)
                                    : client.body.substr(client.sent - client.head.size());
  if (rest.empty()) return false;
  const ssize_t sent =
      ::send(client.descriptor, rest.data(), rest.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent > 0) client.sent += static_cast<std::size_t>(sent);
  return sent > 0;
}

bool StalledClients::hear_some(Client& client) const {
  char room[1'024];
  const ssize_t got = ::recv(client.descriptor, room, sizeof room, MSG_DONTWAIT);
  if (got > 0) client.heard.append(room, static_cast<std::size_t>(got));
  client.is_over = got == 0 || (got < 0 && errno != EAGAIN);
  return got > 0;
}

bool StalledClients::step(int timeout_ms) {
  std::vector<pollfd> waiting;
  for (const Client& client : clients_) {
    const bool is_sent = client.sent == client.head.size() + client.body.size();
    const bool hears = client.heard.size() < heard_bytes_max;
    const int events = (is_sent ? 0 : POLLOUT) | (hears ? POLLIN : 0);
    waiting.push_back({.fd = client.is_over ? -1 : client.descriptor,
                       .events = static_cast<short>(events),
                       .revents = 0});
  }
  ::poll(waiting.data(), waiting.size(), timeout_ms);
  bool moved = false;
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    if ((waiting[i].revents & POLLOUT) != 0) moved |= send_some(clients_[i]);
    if ((waiting[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) moved |= hear_some(clients_[i]);
  }
  return moved;
}

void StalledClients::go_on() {
  auto moved_at = steady_clock::now();
  while (steady_clock::now() - moved_at < silence) {
    if (step(100)) moved_at = steady_clock::now();
  }
}

std::vector<int> StalledClients::statuses() const {
  std::vector<int> all;
  for (const Client& client : clients_) {
    if (const int status = status_in(client.heard); status != 0) all.push_back(status);
  }
  return all;
}

bool StalledClients::wait_for(std::size_t count, int status) {
  const auto deadline = steady_clock::now() + patience;
  const auto are_there = [&] {
    return std::ranges::count(statuses(), status) >= static_cast<std::ptrdiff_t>(count);
  };
  while (!are_there() && steady_clock::now() < deadline) step(100);
  return are_there();
}

void StalledClients::end() {
  for (const Client& client : clients_) ::close(client.descriptor);
  clients_.clear();
}

std::size_t memory_bytes(int process, std::string_view of) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::string word;
  std::size_t kilobytes = 0;
  while (status >> word) {
    if (word == of) status >> kilobytes;
  }
  EXPECT_GT(kilobytes, 0u);
  return kilobytes << 10;
}

}  // namespace tradepost::memory

#include "commands/gate.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "base/check.hpp"

namespace tradepost::commands_tests {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Gate::Gate(std::uint16_t exchange_port) : exchange_port_(exchange_port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  CHECK(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
  CHECK(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  CHECK(::listen(listener_, 16) == 0);
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

Gate::~Gate() {
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

// One connection after the other, as the command makes them.
void Gate::serve() {
  for (int client = 0; (client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    pass(client);
    ::close(client);
  }
}

void Gate::pass(int client) {
  const int exchange = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(exchange_port_);
  CHECK(::connect(exchange, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  std::array<char, 65536> chunk;
  for (;;) {
    std::array<pollfd, 2> both = {pollfd{client, POLLIN, 0}, pollfd{exchange, POLLIN, 0}};
    if (::poll(both.data(), both.size(), -1) < 0) break;
    const bool is_answer = both[1].revents != 0;
    const auto count = ::recv(is_answer ? exchange : client, chunk.data(), chunk.size(), 0);
    if (count <= 0) break;
    if (is_answer && answers_to_lose_ > 0) {
      --answers_to_lose_;
      ++lost_;
      break;
    }
    const std::string_view bytes(chunk.data(), static_cast<std::size_t>(count));
    if (!send_all(is_answer ? client : exchange, bytes)) break;
  }
  ::close(exchange);
}

}  // namespace tradepost::commands_tests

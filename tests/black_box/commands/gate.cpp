#include "commands/gate.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "commands/sockets.hpp"

namespace tradepost::commands_tests {
Gate::Gate(std::uint16_t exchange_port) : exchange_port_(exchange_port) {
  const Listening listening = listen_on_loopback();
  listener_ = listening.descriptor;
  port_ = listening.port;
  thread_ = std::thread([this] { serve(); });
}

Gate::~Gate() {
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

// The command opens one connection after another, so they are served in sequence.
void Gate::serve() {
  for (int client = 0; (client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    pass(client);
    ::close(client);
  }
}

void Gate::pass(int client) {
  const int exchange = connect_to_loopback(exchange_port_);
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

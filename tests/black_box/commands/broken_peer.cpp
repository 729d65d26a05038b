#include "commands/broken_peer.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "commands/sockets.hpp"

namespace tradepost::commands_tests {

BrokenPeer::BrokenPeer(std::string answer) : answer_(std::move(answer)) {
  const Listening listening = listen_on_loopback();
  listener_ = listening.descriptor;
  port_ = listening.port;
  thread_ = std::thread([this] { serve(); });
}

BrokenPeer::~BrokenPeer() {
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

void BrokenPeer::serve() const {
  for (int client = 0; (client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    std::string request;
    std::array<char, 4096> chunk;
    while (request.find("\r\n\r\n") == std::string::npos) {
      const auto count = ::recv(client, chunk.data(), chunk.size(), 0);
      if (count <= 0) break;
      request.append(chunk.data(), static_cast<std::size_t>(count));
    }
    send_all(client, answer_);
    ::close(client);
  }
}

}  // namespace tradepost::commands_tests

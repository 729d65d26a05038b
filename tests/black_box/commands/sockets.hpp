#pragma once

#include <cstdint>
#include <string_view>

namespace tradepost::commands_tests {

struct Listening {
  int descriptor;
  std::uint16_t port;
};
Listening listen_on_loopback();  // on a port that the system chooses
int connect_to_loopback(std::uint16_t port);
bool send_all(int to, std::string_view bytes);  // false: the peer has closed the connection

}  // namespace tradepost::commands_tests

#include "served/mortal_client.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>

#include "served/network.hpp"

namespace tradepost::served {

MortalClient::MortalClient(std::uint16_t port) : Client("127.0.0.1", std::chrono::seconds(30)) {
  // The server may be dead before the client connects, or close its listener at that moment.
  EXPECT_TRUE(connect(port) || errno == ECONNREFUSED || errno == ECONNRESET) << errno;
}

std::optional<http_tests::Answer> MortalClient::ask(std::string_view token, std::string_view method,
                                                    std::string_view path, std::string_view body,
                                                    std::string_view headers) {
  if (!send(served::request_of(token, method, path, body, headers))) return std::nullopt;
  return answer_if_whole();
}

}  // namespace tradepost::served

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "http/client.hpp"

// A client of a server that may die at any moment. A missing answer is a valid result.
namespace tradepost::served {

class MortalClient : private http_tests::Client {
 public:
  explicit MortalClient(std::uint16_t port);

  // Returns nullopt if the server ended before its answer was complete. A server that runs and does
  // not answer fails the test.
  std::optional<http_tests::Answer> ask(std::string_view token, std::string_view method,
                                        std::string_view path, std::string_view body = "",
                                        std::string_view headers = "");
};

}  // namespace tradepost::served

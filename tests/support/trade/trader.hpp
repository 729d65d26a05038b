#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"
#include "trade/trade.hpp"

namespace tradepost::trade {

using http_tests::Client;

// A network whose customer has blocked the stranger.
class UsualExchange : public Trade {
 public:
  struct Options {
    std::vector<std::string> flags = {};        // of `tradepost serve`
    std::vector<std::string> environment = {};  // NAME=VALUE
  };
  UsualExchange() : UsualExchange(Options()) {}
  explicit UsualExchange(Options options);

  served::ServedExchange& process() { return exchange(); }
};

// Values of `more` for token().
inline constexpr std::string_view of_test_flow = R"(,"flow":"TEST")";
inline constexpr std::string_view that_reads = R"(,"scopes":["read"])";
std::string that_expires_in_an_hour();
inline constexpr std::string_view that_sends = R"(,"scopes":["send"])";

// One participant's program, on one connection. Each verb sends a request and returns its answer.
class Trader {
 public:
  Trader(const UsualExchange& exchange, std::string_view token)
      : client_(exchange.port()), token_(token) {}
  Trader(const UsualExchange& exchange, const served::Member& member)
      : Trader(exchange, member.token) {}

  Answer gets(std::string_view path, std::string_view more = "");
  Answer posts(std::string_view path, std::string_view body, std::string_view more = "");
  Answer puts(std::string_view path, std::string_view body);
  Answer asks(std::string_view method, std::string_view path, std::string_view more = "",
              std::string_view body = "");
  // Sends the request without waiting for the answer.
  void begins_to_get(std::string_view path, std::string_view more = "");

  // Sends a document that must be accepted, and returns its id.
  std::string sends(std::string_view document);
  // Returns the ids in the list of pending transactions, over all pages.
  std::vector<std::string> pulls(std::string_view parameters = "");
  Answer reports(std::string_view id, std::string_view body = R"({"success":true})");

  Client& client() { return client_; }

 private:
  std::string headers_with(std::string_view more) const;

  Client client_;
  std::string token_;
};

}  // namespace tradepost::trade

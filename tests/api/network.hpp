#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/exchange_process.hpp"
#include "http/client.hpp"

namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;

// A customer and a supplier that trade with each other, and a stranger that nobody knows yet.
std::string usual_network(std::string_view settings = "");
inline constexpr std::string_view customer_token = "customer-token";
inline constexpr std::string_view supplier_token = "supplier-token";
inline constexpr std::string_view stranger_token = "stranger-token";

// One participant's program, on one connection. Each verb is a request, and gives its answer.
class Trader {
 public:
  Trader(const ExchangeProcess& exchange, std::string_view token)
      : client_(exchange.port()), token_(token) {}

  Answer gets(std::string_view path, std::string_view more = "");
  Answer posts(std::string_view path, std::string_view body, std::string_view more = "");
  Answer puts(std::string_view path, std::string_view body);
  Answer asks(std::string_view method, std::string_view path, std::string_view more = "",
              std::string_view body = "");
  // Without waiting for the answer.
  void begins_to_get(std::string_view path, std::string_view more = "");

  // What several tests do. Sends, and gives the id of what was accepted.
  std::string sends(std::string_view document);
  // The ids that the list of pending transactions has, over all its pages.
  std::vector<std::string> pulls(std::string_view parameters = "");
  Answer reports(std::string_view id, std::string_view body = R"({"success":true})");

  Client& client() { return client_; }

 private:
  std::string headers_with(std::string_view more) const;

  Client client_;
  std::string token_;
};

// An order from the customer to the supplier. `more` is put into the content, after its members.
std::string order(std::string_view number, std::string_view more = "");

}  // namespace tradepost::api_tests

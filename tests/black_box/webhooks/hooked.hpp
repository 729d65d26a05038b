#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serving/trade.hpp"

// An exchange whose participants have webhooks.
namespace tradepost::webhooks_tests {

// What a webhook was when it was set.
struct Webhook {
  std::string id;
  std::string secret;
};

class Hooked {
 public:
  // Calls may go to 127.0.0.1, for the operator names it.
  explicit Hooked(std::vector<std::string> flags = {}, std::vector<std::string> environment = {},
                  std::string_view targets = R"("127.0.0.1")");

  // Expected to be done.
  Webhook hook(const served::Member& member, const std::string& url, std::string_view more = "");
  http_tests::Answer ask(const std::string& token, std::string_view method, std::string_view path,
                         std::string_view body = "") const;
  void allow(std::string_view targets) const;
  // An order of the customer; its id.
  std::string sends(std::string_view number) const;
  // Of the supplier's, as GET …/deliveries shows it, when `is_there` says so, or after twenty
  // seconds.
  std::string deliveries(const Webhook& webhook, bool (*is_there)(const std::string& body)) const;

  served::ScratchFolder folder;
  served::ServedExchange exchange;
  serving::Trade trade;
};

// What the receiver of a call would make of it.
std::string signature_of(std::string_view secret, std::string_view timestamp,
                         std::string_view body);

}  // namespace tradepost::webhooks_tests

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trade/partners.hpp"

// An exchange whose participants have webhooks.
namespace tradepost::webhooks_tests {

// The answer to the creation of a webhook.
struct Webhook {
  std::string id;
  std::string secret;
};

class Hooked {
 public:
  // Calls can go to 127.0.0.1, because the operator allows it by default.
  explicit Hooked(std::vector<std::string> flags = {}, std::vector<std::string> environment = {},
                  std::string_view targets = R"("127.0.0.1")");

  // Creates a webhook, which must succeed.
  Webhook hook(const served::Member& member, const std::string& url, std::string_view more = "");
  http_tests::Answer ask(const std::string& token, std::string_view method, std::string_view path,
                         std::string_view body = "") const;
  void allow(std::string_view targets) const;
  // Sends an order of the customer and returns its id.
  std::string sends(std::string_view number) const;
  // Returns the answer of GET …/deliveries for the supplier's webhook as soon as `is_there` accepts
  // it. Fails the test after twenty seconds.
  std::string deliveries(const Webhook& webhook, bool (*is_there)(const std::string& body)) const;

  served::ScratchFolder folder;
  served::ServedExchange exchange;
  trade::Partners trade;
};

// Returns the signature that the receiver of a call computes.
std::string signature_of(std::string_view secret, std::string_view timestamp,
                         std::string_view body);

}  // namespace tradepost::webhooks_tests

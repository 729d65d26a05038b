#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/desk.hpp"
#include "commands/served_exchange.hpp"

namespace tradepost::commands_tests {

// Shared by most tests: each creates its own participants.
ServedExchange& shared_exchange();

// What stands at a path (items.0.type) of a JSON text; "absent" where nothing does.
std::string json_at(std::string_view json, std::string_view path);
bool has(const std::string& text, std::string_view part);

// An operator, and two who trade with each other, each at a desk with its own environment. What
// the network is made of was done with the commands, too.
class Trade {
 public:
  explicit Trade(ServedExchange& exchange, const std::string& relationship = "--both");

  Desk operators;
  Desk customer;
  Desk supplier;
  std::string customer_name;
  std::string supplier_name;
  std::string customer_gln;
  std::string supplier_gln;

  // An order from the customer to the supplier; `more` follows the content's other members.
  std::string order(std::string_view number, std::string_view more = "") const;
  // Sends one, and gives its id.
  std::string sends(std::string_view number, std::string_view more = "");
  // Ids that wait for the supplier, in their order.
  std::vector<std::string> pending() const;
};

}  // namespace tradepost::commands_tests

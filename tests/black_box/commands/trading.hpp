#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/served_exchange.hpp"
#include "served/desk.hpp"

namespace tradepost::commands_tests {

using served::Desk;

// Returns the exchange that most tests share. Each test creates its own participants.
ServedExchange& shared_exchange();

// Returns the value at a path such as items.0.type of a JSON text, or "absent".
std::string json_at(std::string_view json, std::string_view path);
bool has(const std::string& text, std::string_view part);

// An operator, a customer and a supplier, each at a desk with a separate environment. Commands
// create the participants, the relationship and the tokens.
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

  // Returns an order from the customer to the supplier. `more` follows the members of the content.
  std::string order(std::string_view number, std::string_view more = "") const;
  // Sends an order and returns its id.
  std::string sends(std::string_view number, std::string_view more = "");
  // Returns the ids of the supplier's pending transactions, in their order.
  std::vector<std::string> pending() const;
};

}  // namespace tradepost::commands_tests

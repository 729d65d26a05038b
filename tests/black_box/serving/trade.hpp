#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "served/network.hpp"

// A customer and a supplier that trade over a served exchange.
namespace tradepost::serving {

struct Trade {
  explicit Trade(const served::ServedExchange& exchange);

  served::Member customer;
  served::Member supplier;
};

// Returns an order from the customer to the supplier, enlarged by `padding` bytes.
std::string order(std::string_view number, std::size_t padding = 0);
// Sends a document that must be accepted, and returns its id.
std::string sends(http_tests::Client& client, const Trade& trade, std::string_view document);
// Returns the ids of the pending transactions of the supplier, or of another recipient, over all
// pages.
std::vector<std::string> pending(http_tests::Client& client, const Trade& trade);
std::vector<std::string> pending(http_tests::Client& client, const served::Member& recipient);

}  // namespace tradepost::serving

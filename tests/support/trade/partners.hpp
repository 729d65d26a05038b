#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "served/network.hpp"
#include "trade/trade.hpp"

// A customer and a supplier that trade over a served exchange.
namespace tradepost::trade {

struct Partners {
  explicit Partners(const served::ServedExchange& exchange);

  served::Member customer;
  served::Member supplier;
};

// Sends a document that must be accepted, and returns its id.
std::string sends(http_tests::Client& client, const Partners& trade, std::string_view document);
// Returns the ids of the pending transactions of the supplier, or of another recipient, over all
// pages.
std::vector<std::string> pending(http_tests::Client& client, const Partners& trade);
std::vector<std::string> pending(http_tests::Client& client, const served::Member& recipient);

}  // namespace tradepost::trade

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

// From the customer to the supplier; `padding` bytes of a text come on top.
std::string order(std::string_view number, std::size_t padding = 0);
// Expected to be taken; its id.
std::string sends(http_tests::Client& client, const Trade& trade, std::string_view document);
// The ids that wait for the supplier, or another one, over all pages.
std::vector<std::string> pending(http_tests::Client& client, const Trade& trade);
std::vector<std::string> pending(http_tests::Client& client, const served::Member& recipient);

}  // namespace tradepost::serving

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tradepost::app {

struct BenchOrder {
  std::string_view domain;  // of both identifiers
  std::string_view buyer;
  std::string_view supplier;
  std::string_view number;  // a different number makes a different order
  std::size_t bytes = 0;    // about the size of the order
};

// Returns the body of the request that sends this order.
std::string order_text(const BenchOrder& order);

}  // namespace tradepost::app

#pragma once

#include <string>

namespace tradepost::sales {

// The customer's statements about a whole order, in the customer's notation. Empty: not given.
struct OrderHead {
  std::string customer_order = {};  // the customer's number of the order
  std::string version = {};
  std::string order_date = {};
  std::string requested_date = {};
  std::string earliest_date = {};
  std::string latest_date = {};
  std::string currency = {};
  std::string comments = {};
  std::string delivery_information = {};
  std::string contract = {};
  std::string promotion = {};
};

}  // namespace tradepost::sales

#pragma once

#include <string>
#include <vector>

#include "sales/entering/entry.hpp"

namespace tradepost::sales {

// An order as a clerk types it: the customer's number of ours, and texts as they are.
struct HandOrder {
  std::string customer = {};
  std::string buyer_place = {};
  std::string place = {};  // to deliver to; empty: that of the buyer
  std::string bill_place = {};
  Address ship_to = {};  // instead of a place
  OrderHead head = {};   // without a currency: the one agreed with the customer
  // CSV with the columns article (our number or a GTIN), quantity and, as needed, unit, free,
  // price, price_unit, line, requested_date, comments.
  std::string lines = {};
  std::string lines_name = "lines";  // of the file that they come from
};

// Faults of the lines become objections of the entry.
Entry entry_of(const HandOrder& order);

}  // namespace tradepost::sales

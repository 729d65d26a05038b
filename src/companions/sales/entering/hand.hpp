#pragma once

#include <string>
#include <vector>

#include "sales/entering/entry.hpp"

namespace tradepost::sales {

// An order typed by a clerk. `customer` is the supplier's number of the customer.
struct HandOrder {
  std::string customer = {};
  std::string buyer_place = {};
  std::string place = {};  // place to deliver to; empty: the buyer's place
  std::string bill_place = {};
  Address ship_to = {};  // used instead of a place
  OrderHead head = {};   // an empty currency means the agreed one
  // CSV with the columns article (the supplier's number or a GTIN) and quantity. Optional columns
  // are unit, free, price, price_unit, price_quantity, line, deposit, requested_date and comments.
  std::string lines = {};
  std::string lines_name = "lines";  // name of the file with the lines
};

// Returns the entry. Faults of the lines become its objections.
Entry entry_of(const HandOrder& order);

}  // namespace tradepost::sales

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"

// The supplier's documents about an order. They are made inside a change of the caller and wait in
// the table `document` until they are sent. Each function returns document numbers, or `invalid` if
// the order is not in the right state.
namespace tradepost::sales {

struct Response {
  std::string rejection = {};                      // reason for a rejection; empty: not rejected
  std::map<std::int64_t, Decimal> confirmed = {};  // by position; other lines as booked
  std::string delivery_date = {};                  // empty: not promised
};

// Makes an ORDER_RESPONSE: ACCEPT, CHANGE if a quantity or a price differs from the order, or
// REJECT.
base::Result<std::string> respond(Books& books, std::int64_t order, const Response& response);

struct Shipment {
  std::map<std::int64_t, Decimal> quantities = {};  // by position; empty: all open ones
  std::string date = {};                            // empty: today
};

// Makes a SHIPPING_NOTICE. Free goods are shipped with the first delivery of their line, deposits
// with their items.
base::Result<std::string> ship(Books& books, std::int64_t order, const Shipment& shipment);

// Makes an INVOICE for each delivery without one.
base::Result<std::vector<std::string>> invoice(Books& books, std::int64_t order);

}  // namespace tradepost::sales

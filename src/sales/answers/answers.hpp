#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"

// Our documents about an order. They are made inside of a change of the caller, and wait in the
// table `document` to be sent. Each verb gives the number of its document; `invalid` says why the
// order is not in a state for it.
namespace tradepost::sales {

struct Response {
  std::string rejection = {};                      // why all of it is refused; empty: it is not
  std::map<std::int64_t, Decimal> confirmed = {};  // by positions; the others as they are booked
  std::string delivery_date = {};                  // empty: not promised
};

// ORDER_RESPONSE: ACCEPT, CHANGE if a quantity or a price is another than ordered, or REJECT.
base::Result<std::string> respond(Books& books, std::int64_t order, const Response& response);

struct Shipment {
  std::map<std::int64_t, Decimal> quantities = {};  // by positions of items; none: all that is open
  std::string date = {};                            // empty: today
};

// SHIPPING_NOTICE. What is free goes with the first delivery of its line, and deposits with their
// items.
base::Result<std::string> ship(Books& books, std::int64_t order, const Shipment& shipment);

// An INVOICE for each delivery that has none.
base::Result<std::vector<std::string>> invoice(Books& books, std::int64_t order);

}  // namespace tradepost::sales

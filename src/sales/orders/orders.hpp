#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/master/customers.hpp"
#include "sales/orders/order_head.hpp"

// Orders as they are booked.
namespace tradepost::sales {

struct OrderLine {
  std::int64_t position = 0;
  std::string customer_line = {};
  std::string product = {};
  std::string name = {};  // of the product
  std::string unit = {};
  std::string gtin = {};  // it was ordered by; empty: by another number
  Decimal quantity = {};
  std::optional<Decimal> free_quantity = {};
  Decimal price = {};
  std::string price_unit = {};
  Decimal price_factor = Decimal(1);  // price units in one unit
  std::optional<Decimal> ordered_price = {};
  Decimal tax_percentage = {};
  std::string tax_category = {};
  std::int64_t deposit_of = 0;  // the position of the item; 0: none
  bool is_deposit = false;      // of an item, or returned
  std::optional<Decimal> confirmed_quantity = {};
  std::string requested_date = {};
  std::string comments = {};

  Decimal free() const { return free_quantity.value_or(Decimal()); }
  // What is to be delivered and charged.
  Decimal agreed() const { return confirmed_quantity.value_or(quantity); }
  // With what is free, which goes where all of the rest is refused, too.
  Decimal to_deliver() const;
  // Without tax, to the cent.
  Decimal net(const Decimal& of_quantity) const;
};

struct Order {
  std::int64_t number = 0;
  Customer customer = {};
  OrderHead head = {};
  std::string status = {};  // open, held, confirmed, rejected or cancelled
  std::string hold_reason = {};
  std::string source = {};
  std::string notes = {};  // what its document says beside
  std::vector<OrderLine> lines = {};
};

// not_found: there is none.
base::Result<Order> order_of(Books& books, std::int64_t number);
// By our number, or by the customer's if that is of one order only.
base::Result<std::int64_t> find_order(Books& books, const std::string& number);
struct OrderRow {
  std::int64_t number = 0;
  std::string customer = {};
  std::string customer_order = {};
  std::string order_date = {};
  std::string status = {};
  std::string source = {};
};
base::Result<std::vector<OrderRow>> all_orders(Books& books);

// Of a line: what was delivered so far.
struct Delivered {
  Decimal quantity = {};
  Decimal free_quantity = {};
};
base::Result<Delivered> delivered(Books& books, std::int64_t order, std::int64_t position);
base::Result<bool> has_deliveries(Books& books, std::int64_t order);

}  // namespace tradepost::sales

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/master/customers.hpp"
#include "sales/master/prices.hpp"
#include "sales/orders/order_head.hpp"

// Orders as they are booked.
namespace tradepost::sales {

// What stands for a customer's price that was not understood.
inline constexpr const char* unclear_price = "unclear";

struct OrderLine {
  std::int64_t position = 0;
  std::string customer_line = {};
  std::string product = {};
  std::string name = {};  // of the product
  std::string unit = {};
  std::string gtin = {};  // it was ordered by; empty: by another number
  Decimal quantity = {};
  std::optional<Decimal> free_quantity = {};
  Price price = {};
  std::optional<Fraction> ordered_price = {};  // of one unit, as the customer expects it
  bool is_ordered_price_unclear = false;       // what it is for was not understood
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
  // Without tax, in whole units of the currency's smallest.
  Decimal net(const Decimal& of_quantity, std::string_view currency) const;
  bool is_price_changed() const;
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

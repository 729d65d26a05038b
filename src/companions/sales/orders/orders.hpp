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

// Booked orders.
namespace tradepost::sales {

// Stored in place of a customer's price whose unit or quantity is not understood.
inline constexpr const char* unclear_price = "unclear";

struct OrderLine {
  std::int64_t position = 0;
  std::string customer_line = {};
  std::string product = {};
  std::string name = {};  // name of the product
  std::string unit = {};
  std::string gtin = {};  // GTIN of the order; empty: ordered by another number
  Decimal quantity = {};
  std::optional<Decimal> free_quantity = {};
  Price price = {};
  std::optional<Fraction> ordered_price = {};  // price of one unit that the customer expects
  bool is_ordered_price_unclear = false;       // its unit or quantity is not understood
  Decimal tax_percentage = {};
  std::string tax_category = {};
  std::int64_t deposit_of = 0;  // position of the item; 0: none
  bool is_deposit = false;      // added for an item, or returned
  std::optional<Decimal> confirmed_quantity = {};
  std::string requested_date = {};
  std::string comments = {};

  Decimal free() const { return free_quantity.value_or(Decimal()); }
  // Returns the quantity to deliver and to charge.
  Decimal agreed() const { return confirmed_quantity.value_or(quantity); }
  // Includes free goods, unless the whole line is refused.
  Decimal to_deliver() const;
  // Returns the amount without tax, rounded to the currency's decimals.
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
  std::string notes = {};  // notes on the imported document
  std::vector<OrderLine> lines = {};
};

// Fails with not_found if the order does not exist.
base::Result<Order> order_of(Books& books, std::int64_t number);
// Finds an order by the supplier's number, or by the customer's number if only one order has it.
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

// Quantities of a line that were delivered so far.
struct Delivered {
  Decimal quantity = {};
  Decimal free_quantity = {};
};
base::Result<Delivered> delivered(Books& books, std::int64_t order, std::int64_t position);
base::Result<bool> has_deliveries(Books& books, std::int64_t order);

}  // namespace tradepost::sales

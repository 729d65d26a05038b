#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/ground/objections.hpp"
#include "sales/master/customers.hpp"
#include "sales/master/products.hpp"
#include "sales/orders/order_head.hpp"

// Order entry. A document and a clerk fill in the same form, which the same code books.
namespace tradepost::sales {

struct EntryLine {
  std::string name = {};           // "Line 10", for sentences
  std::string path = {};           // path of the line in the document
  std::string customer_line = {};  // the customer's number of the line
  Wanted wanted = {};
  std::optional<Decimal> quantity = {};
  std::optional<Decimal> free_quantity = {};   // in addition to the quantity, and not charged
  std::optional<Decimal> price = {};           // expected by the customer
  std::string price_unit = {};                 // unit of that price; empty: the ordered unit
  std::optional<Decimal> price_quantity = {};  // number of those units, as in pricingUnitQuantity
  bool is_deposit = false;                     // marked as a deposit by the customer
  std::string requested_date = {};
  std::string comments = {};
};

struct Entry {
  Party supplier = {};
  Party buyer = {};
  Party ship_to = {};
  Party bill_to = {};
  OrderHead head = {};  // an empty currency means the agreed one
  std::vector<EntryLine> lines = {};
  Objections objections = {};           // found while reading the order
  std::vector<std::string> notes = {};  // made while reading the order
  std::string source = {};              // the transaction with the order; empty: entered by a clerk
};

// The treatment of an order number that the customer has used before.
enum class Existing : std::uint8_t { refuse, update };

struct Booked {
  enum class Outcome : std::uint8_t { refused, entered, updated, cancelled };
  Outcome outcome = Outcome::refused;
  std::int64_t order = 0;
  Objections objections = {};           // reasons of a refusal
  std::vector<std::string> notes = {};  // sentences about an order that is booked all the same
};
std::string_view name_of(Booked::Outcome outcome);

// Runs inside a change of the caller. A refused order writes nothing.
base::Result<Booked> book(Books& books, const Entry& entry, Existing existing);

// Releases a held order for delivery. invalid: it is not held.
base::Done release(Books& books, std::int64_t order);

}  // namespace tradepost::sales

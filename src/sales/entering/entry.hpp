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

// Entering orders. A document and a clerk fill in the same form, and what is made of it does not
// know which of them did.
namespace tradepost::sales {

struct EntryLine {
  std::string name = {};           // "Line 10", for sentences
  std::string path = {};           // in the document
  std::string customer_line = {};  // the customer's number of the line
  Wanted wanted = {};
  std::optional<Decimal> quantity = {};
  std::optional<Decimal> free_quantity = {};   // on top, and not charged
  std::optional<Decimal> price = {};           // as the customer expects it
  std::string price_unit = {};                 // of that price; empty: the ordered unit
  std::optional<Decimal> price_quantity = {};  // of that unit, as pricingUnitQuantity
  bool is_deposit = false;                     // as the customer marks it
  std::string requested_date = {};
  std::string comments = {};
};

struct Entry {
  Party supplier = {};
  Party buyer = {};
  Party ship_to = {};
  Party bill_to = {};
  OrderHead head = {};  // without a currency: the one agreed with the customer
  std::vector<EntryLine> lines = {};
  Objections objections = {};           // from reading it
  std::vector<std::string> notes = {};  // likewise
  std::string source = {};              // the transaction that it came with; empty: a clerk
};

// What to do if the customer's order number is booked already.
enum class Existing : std::uint8_t { refuse, update };

struct Booked {
  enum class Outcome : std::uint8_t { refused, entered, updated, cancelled };
  Outcome outcome = Outcome::refused;
  std::int64_t order = 0;
  Objections objections = {};           // why it was refused
  std::vector<std::string> notes = {};  // sentences; nothing that kept it from being booked
};
std::string_view name_of(Booked::Outcome outcome);

// Inside of a change of the caller. A refused order leaves nothing behind.
base::Result<Booked> book(Books& books, const Entry& entry, Existing existing);

// A held order is to be delivered after all. invalid: it is not held.
base::Done release(Books& books, std::int64_t order);

}  // namespace tradepost::sales

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"

namespace tradepost::sales {

// What the documents say of a line of an order. Nothing: no document says it yet.
struct LineLife {
  std::int64_t order = 0;
  std::string customer_order = {};
  std::int64_t position = 0;
  std::string product = {};
  std::string name = {};
  std::string unit = {};
  Decimal ordered = {};                   // with what is free
  std::optional<Decimal> confirmed = {};  // of the order as it is now
  bool is_version_unanswered = false;     // all responses are to older versions of the order
  std::optional<Decimal> shipped = {};
  std::optional<Decimal> received = {};
  std::optional<Decimal> invoiced = {};
  std::optional<Decimal> paid = {};  // of what is invoiced, on invoices that are paid in full

  // What does not agree, for people: "received 38 of 40". Empty: nothing.
  std::string difference() const;
};

// Of an order, or of all (0). Read off the documents that went out and came in, and nothing else.
base::Result<std::vector<LineLife>> line_lives(Books& books, std::int64_t order);

}  // namespace tradepost::sales

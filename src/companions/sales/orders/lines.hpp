#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"

namespace tradepost::sales {

// Quantities of an order line in the documents about it. nullopt: no document has the quantity yet.
struct LineLife {
  std::int64_t order = 0;
  std::string customer_order = {};
  std::int64_t position = 0;
  std::string product = {};
  std::string name = {};
  std::string unit = {};
  Decimal ordered = {};                   // including free goods
  std::optional<Decimal> confirmed = {};  // for the current version of the order
  bool is_version_unanswered = false;     // all responses are for older versions of the order
  std::optional<Decimal> shipped = {};
  std::optional<Decimal> received = {};
  std::optional<Decimal> invoiced = {};
  std::optional<Decimal> paid = {};  // invoiced quantity of fully paid invoices

  // Describes the differences between the quantities: "received 38 of 40". Empty: none.
  std::string difference() const;
};

// Returns the lines of an order, or of all orders (0), from the sent and received documents only.
base::Result<std::vector<LineLife>> line_lives(Books& books, std::int64_t order);

}  // namespace tradepost::sales

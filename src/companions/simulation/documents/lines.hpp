#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "document/amounts/amounts.hpp"
#include "simulation/documents/identifiers.hpp"

// The parts of documents that the partners use. They read any document that the exchange accepts.
namespace tradepost::simulation {

using base::Decimal;
using document::amount_in;
using document::decimal;
using document::difference;
using document::money;
using document::percent_of;
using document::product;
using document::sum;

// A line of an order, a notice or an invoice. A value is empty if the document does not have it, or
// if it is unusable for calculation (amount_in).
struct Line {
  std::optional<std::int64_t> number = {};        // the line in its own document
  std::optional<std::int64_t> order_number = {};  // the line of the order
  std::vector<Identifier> identifiers = {};
  bool is_deposit = false;
  std::optional<Decimal> quantity = {};
  std::optional<Decimal> ordered = {};
  std::optional<Decimal> shipped = {};
  std::optional<Decimal> free_quantity = {};
  std::optional<Decimal> price = {};
  std::optional<Decimal> tax_percentage = {};
  std::string unit = {};
  std::string description = {};

  std::string gtin() const;   // 14 digits; empty: none
  std::string shown() const;  // for people
};

// `quantity_name` is the name of the relevant quantity in this kind, such as shippedQuantity.
Line line_in(const document::View& item, std::string_view quantity_name);

// An order as a supplier reads it.
struct Order {
  std::string number = {};
  std::string date = {};  // unchanged from the document
  std::optional<base::Instant> requested = {};
  Party buyer = {};
  // JSON, unchanged from the document. Empty: missing.
  std::string ship_to = {};
  std::string technical_sender = {};
  std::string currency = {};
  std::vector<Line> lines = {};
};

// `content` is the content of any ORDER, read from `text`.
Order order_in(const document::View& content, std::string_view text);

std::optional<std::int64_t> whole_in(const document::View& value);
document::View at(document::View value, std::initializer_list<std::string_view> names);
void write(base::JsonWriter& json, const Decimal& number);

}  // namespace tradepost::simulation

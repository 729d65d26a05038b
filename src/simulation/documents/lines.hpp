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

// What the partners read of documents: as much as they act on, of anything that the exchange takes.
namespace tradepost::simulation {

using base::Decimal;
using document::amount_in;
using document::decimal;
using document::difference;
using document::money;
using document::percent_of;
using document::product;
using document::sum;

// A line of an order, a notice or an invoice. What the document does not say, or says in a way that
// can't be reckoned with (amount_in), is not there.
struct Line {
  std::optional<std::int64_t> number = {};        // of the line in its own document
  std::optional<std::int64_t> order_number = {};  // of the line of the order
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

  std::string gtin() const;   // of 14 digits; empty: none
  std::string shown() const;  // what people call it
};

// `quantity_name`: what the kind calls the quantity that counts, such as shippedQuantity.
Line line_in(const document::View& item, std::string_view quantity_name);

// An order, as a supplier takes it.
struct Order {
  std::string number = {};
  std::string date = {};  // as the buyer wrote it
  std::optional<base::Instant> requested = {};
  Party buyer = {};
  // JSON, as it stands; empty: none
  std::string ship_to = {};
  std::string technical_sender = {};
  std::string currency = {};
  std::vector<Line> lines = {};
};

// `content` of any ORDER, read from `text`.
Order order_in(const document::View& content, std::string_view text);

std::optional<std::int64_t> whole_in(const document::View& value);
document::View at(document::View value, std::initializer_list<std::string_view> names);
void write(base::JsonWriter& json, const Decimal& number);

}  // namespace tradepost::simulation

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "simulation/documents/articles.hpp"
#include "simulation/documents/lines.hpp"

// The delivery for an order, and the supplier's documents about it.
namespace tradepost::simulation {

struct DeliveryLine {
  Line ordered = {};
  Decimal quantity = {};  // confirmed; 0: the line is rejected
  Decimal free_quantity = {};
  Decimal price = {};
  Decimal tax_percentage = {};
  std::string comment = {};          // the reason if less is confirmed
  const Article* article = nullptr;  // nullptr: not in the own range
  const Deposit* deposit = nullptr;  // added by the supplier; nullptr: none

  bool is_delivered() const { return !quantity.is_zero() || !free_quantity.is_zero(); }
  Decimal total() const { return sum(quantity, free_quantity); }
};

struct Delivery {
  Order order = {};
  Party supplier = {};
  bool goes_to_provider = false;  // the sender of the order; the buyer is not on the network
  std::vector<DeliveryLine> lines = {};
  bool is_rejected = false;
  std::string comment = {};
  base::Instant responded = {};
  base::Instant confirmed = {};  // the promised delivery
  base::Instant shipped = {};
  base::Instant arrives = {};
  base::Instant invoiced = {};

  bool is_changed() const;  // the confirmed quantity differs
};

// Returns the line with its price and packaging. A line that cannot be delivered has quantity 0 and
// a comment.
DeliveryLine priced(const Line& ordered);

std::string order_response(const Delivery& delivery, const std::string& number);
std::string shipping_notice(const Delivery& delivery, const std::string& number);

// Writes the common header: the parties and the destination.
void write_parties(base::JsonWriter& json, const Delivery& delivery);
// Writes the place that the goods go to, and the provider who sent the order.
void write_destination(base::JsonWriter& json, const Delivery& delivery);

}  // namespace tradepost::simulation

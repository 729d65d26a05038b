#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "simulation/documents/articles.hpp"
#include "simulation/documents/lines.hpp"

// What a supplier makes of an order, and its documents about that.
namespace tradepost::simulation {

struct DeliveryLine {
  Line ordered = {};
  Decimal quantity = {};  // confirmed; 0: the line is refused
  Decimal free_quantity = {};
  Decimal price = {};
  Decimal tax_percentage = {};
  std::string comment = {};          // why less is confirmed
  const Article* article = nullptr;  // of the own range; nullptr: a foreign one
  const Deposit* deposit = nullptr;  // which the supplier adds; nullptr: none

  bool is_delivered() const { return !quantity.is_zero() || !free_quantity.is_zero(); }
  Decimal total() const { return sum(quantity, free_quantity); }
};

struct Delivery {
  Order order = {};
  Party supplier = {};
  bool goes_to_provider = false;  // who sent the order: the buyer is not on the network
  std::vector<DeliveryLine> lines = {};
  bool is_rejected = false;
  std::string comment = {};
  base::Instant responded = {};
  base::Instant confirmed = {};  // the delivery that is promised
  base::Instant shipped = {};
  base::Instant arrives = {};
  base::Instant invoiced = {};

  bool is_changed() const;  // less than ordered is confirmed
};

// How the supplier prices and packs a line of an order. A line that it can't act on has quantity 0
// and a comment.
DeliveryLine priced(const Line& ordered);

std::string order_response(const Delivery& delivery, const std::string& number);
std::string shipping_notice(const Delivery& delivery, const std::string& number);

// What both say at the head of each document: the parties, and where to deliver.
void write_parties(base::JsonWriter& json, const Delivery& delivery);

}  // namespace tradepost::simulation

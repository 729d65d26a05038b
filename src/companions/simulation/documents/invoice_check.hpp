#pragma once

#include <map>
#include <optional>
#include <string>

#include "document/json/view.hpp"
#include "simulation/documents/lines.hpp"

namespace tradepost::simulation {

struct Objection {
  std::string reason = {};  // a sentence for the clerk of the sender
  std::map<std::string, std::string> context = {};
};

// Returns the buyer's objection to an invoice for this order; nullopt: the buyer pays. `content` is
// any INVOICE that the exchange accepts. Lines that cannot be calculated exactly are accepted: a
// line without a usable quantity or price, or with a price for another unit.
std::optional<Objection> objection_to(const document::View& content, const Order& order);

// Returns the amount due in the invoice; nullopt if it has none.
std::optional<Decimal> due_amount(const document::View& content);

}  // namespace tradepost::simulation

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

// What a buyer has against an invoice for this order; nothing: it pays. `content` is any INVOICE
// that the exchange takes. What can't be reckoned exactly is not held against it: a line without a
// usable quantity or price, or with a price of another unit.
std::optional<Objection> objection_to(const document::View& content, const Order& order);

// What is to be paid, as the invoice says; nothing: it does not say.
std::optional<Decimal> due_amount(const document::View& content);

}  // namespace tradepost::simulation

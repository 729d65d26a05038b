#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "served/json.hpp"
#include "trade/notices.hpp"
#include "trade/trade.hpp"

namespace tradepost::labels_served {

using trade::Answer;
using trade::Trade;

// A notice from the supplier, and the links to the label of its first unit that the customer got.
struct Labels {
  std::string id;
  std::string zpl;  // without the base URL
  std::string pdf;
};

// A supplier whose notices have labels.
class Desk {
 public:
  explicit Desk(std::vector<std::string> flags = {}, std::vector<std::string> environment = {})
      : trade(std::move(flags), std::move(environment)) {}

  Trade trade;

  std::string sends(std::string_view document);
  // Returns the transaction from the viewer's history.
  std::string shown(const served::Member& viewer, std::string_view id);
  Labels sends_units(std::string_view number, const std::vector<std::string>& units);
  Answer gets(const served::Member& member, std::string_view id, std::string_view rest);
};

// The parts of an answer that could reveal information.
struct Refusal {
  int status;
  std::string body;

  bool operator==(const Refusal&) const = default;
};
Refusal refusal_in(const Answer& answer);

}  // namespace tradepost::labels_served

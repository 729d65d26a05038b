#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/json.hpp"
#include "cases/trade.hpp"
#include "labels_served/notices.hpp"

namespace tradepost::labels_served {

using cases_tests::Answer;
using cases_tests::Trade;

// A notice that the supplier has sent, and the links to its first unit that the customer was given.
struct Told {
  std::string id;
  std::string zpl;  // without what every link begins with
  std::string pdf;
};

// A supplier whose notices are labelled.
class Desk {
 public:
  explicit Desk(std::vector<std::string> flags = {}, std::vector<std::string> environment = {})
      : trade(std::move(flags), std::move(environment)) {}

  Trade trade;

  std::string sends(std::string_view document);
  // As the viewer's history has it.
  std::string shown(const served::Member& viewer, std::string_view id);
  Told tells(std::string_view number, const std::vector<std::string>& units);
  Answer gets(const served::Member& member, std::string_view id, std::string_view rest);
};

// The parts of an answer that could reveal something.
struct Refusal {
  int status;
  std::string body;

  bool operator==(const Refusal&) const = default;
};
Refusal refusal_in(const Answer& answer);

}  // namespace tradepost::labels_served

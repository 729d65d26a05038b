#pragma once

#include <map>
#include <string>
#include <vector>

#include "document/random_test_json.hpp"

// Shipping notices made at random, and what their labels must say. What is expected is known from
// the making, not from reading the notice again.
namespace tradepost::labels {

struct ExpectedUnit {
  std::string place;
  std::string sscc;          // empty: the number is another one
  std::string other_number;  // that stands on its label as it is
  bool is_mixed = false;
  // All that may be in the bars, by identifier; an A6 label bears the second or the third group.
  std::map<std::string, std::string> content;      // 02 and 37, or nothing
  std::map<std::string, std::string> about;        // 15, 10: beside the content alone
  std::map<std::string, std::string> destination;  // 410, or 420
  std::map<std::string, std::string> others;       // 400, 330n

  std::map<std::string, std::string> all() const;
};

struct Notice {
  std::string body;
  std::vector<ExpectedUnit> units;  // in the order of their labels
};

Notice random_notice(document::Dice& dice);

}  // namespace tradepost::labels

#pragma once

#include <map>
#include <string>
#include <vector>

#include "document/random_test_json.hpp"

// Random shipping notices, and the expected contents of their labels. The expectation comes from
// the generator, not from another read of the notice.
namespace tradepost::labels {

struct ExpectedUnit {
  std::string place;
  std::string sscc;          // empty: the unit has another number
  std::string other_number;  // printed on its label unchanged
  bool is_mixed = false;
  // All possible contents of the bars, by identifier; an A6 label has the second or the third
  // group.
  std::map<std::string, std::string> content;      // 02 and 37, or nothing
  std::map<std::string, std::string> about;        // 15, 10: only together with the content
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

#pragma once

#include <map>
#include <string>
#include <vector>

namespace tradepost::sales {

// Why an order is not booked, for the clerk who has to act.
struct Objection {
  std::string sentence = {};
  std::string path = {};  // of the field in the document; empty: of no field
  std::string found = {};
  // Our own data lacks something: the recipient has to act, not the sender.
  bool is_ours = false;
};
using Objections = std::vector<Objection>;

// What a report says of them: INTERNAL only if all are ours.
std::string reason_of(const Objections& objections);
std::string error_type_of(const Objections& objections);
std::map<std::string, std::string> context_of(const Objections& objections);

}  // namespace tradepost::sales

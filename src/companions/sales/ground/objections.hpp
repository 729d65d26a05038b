#pragma once

#include <map>
#include <string>
#include <vector>

namespace tradepost::sales {

// A reason for not booking an order, with a sentence for the clerk who has to act.
struct Objection {
  std::string sentence = {};
  std::string path = {};  // path of the field in the document; empty: no field
  std::string found = {};
  // The supplier's own data is incomplete: the recipient has to act, not the sender.
  bool is_ours = false;
};
using Objections = std::vector<Objection>;

// Fields of the report. The error type is INTERNAL only if all objections are about the supplier's
// data.
std::string reason_of(const Objections& objections);
std::string error_type_of(const Objections& objections);
std::map<std::string, std::string> context_of(const Objections& objections);

}  // namespace tradepost::sales

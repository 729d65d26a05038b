#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradepost::forms {

// A rule that a document would break as an e-invoice, such as BR-CO-09.
struct Objection {
  std::string rule = {};
  std::string path = {};     // of the field: content.items.2.tax
  std::string message = {};  // a sentence with the problem and the remedy
};

using Objections = std::vector<Objection>;

inline void object(Objections& all, std::string_view rule, std::string_view path,
                   std::string_view message) {
  all.push_back({.rule = std::string(rule),
                 .path = "content." + std::string(path),
                 .message = std::string(message)});
}

}  // namespace tradepost::forms

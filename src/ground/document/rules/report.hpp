#pragma once

#include <cstdint>
#include <string_view>

#include "document/json/tokens.hpp"
#include "document/model/fault.hpp"

namespace tradepost::document {

// Collects the findings of the walk and the rules, each with the token of its place.
class Report {
 public:
  Report(const Tokens& tokens, Findings& faults, Findings& warnings)
      : tokens_(tokens), faults_(faults), warnings_(warnings) {}

  // Sets the first word of the codes, which is `document` until a kind is known.
  void set_kind_word(std::string_view word) { kind_word_ = word; }

  void fault(Rule rule, const FieldPath& path, std::uint32_t token, std::string_view predicate) {
    faults_.add(kind_word_, rule, path, tokens_.offset(token), predicate);
  }
  void warn(Rule rule, const FieldPath& path, std::uint32_t token, std::string_view predicate) {
    warnings_.add(kind_word_, rule, path, tokens_.offset(token), predicate);
  }

 private:
  const Tokens& tokens_;
  Findings& faults_;
  Findings& warnings_;
  std::string_view kind_word_ = "document";
};

}  // namespace tradepost::document

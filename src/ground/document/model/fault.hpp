#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/model/field_path.hpp"
#include "document/model/schema.hpp"

namespace tradepost::document {

// The rules that a value can break. They are public and permanent, as the last word of a fault's
// code: a retired rule keeps its number.
enum class Rule : std::uint8_t {
  missing = 1,
  blank = 2,
  wrong_type = 3,
  too_long = 4,
  not_a_date = 5,
  not_a_datetime = 6,
  not_whole = 7,
  out_of_range = 8,
  too_many_digits = 9,
  unknown_value = 10,
  too_few = 11,
  malformed = 12,
  read_only = 13,
  too_deep = 14,
  prohibited = 15,
  needs_percentage_or_amount = 16,
  wrong_check_digit = 17,
  odd = 18,
  sum_differs = 19,
  repeated = 20,
  amount_differs = 21,
};

struct RuleRow {
  Rule rule;
  std::string_view word;  // in codes
};

std::span<const RuleRow> rule_rows();  // in the order of their numbers
std::string_view word_of(Rule rule);

// A finding in a document or a request: a fault, for which it is refused, or a warning, which is
// stored with it.
struct Finding {
  std::string code;     // order.item.quantity.wrong_type
  std::string path;     // content.items.2.quantity
  std::string message;  // a sentence for people
  // The offset of the value in the text that was read, or of the object if the value is missing. It
  // is not stored.
  std::uint32_t offset = 0;

  // Ignores the offset.
  bool operator==(const Finding& other) const {
    return code == other.code && path == other.path && message == other.message;
  }
};

// Findings in the order of the document. All are counted; the first `named_max` are stored.
class Findings {
 public:
  explicit Findings(std::size_t named_max) : named_max_(named_max) {}

  void add(std::string_view kind_word, Rule rule, const FieldPath& path, std::uint32_t offset,
           std::string_view predicate);
  void sort();

  std::span<const Finding> named() const { return named_; }
  std::vector<Finding> take_named() && { return std::move(named_); }
  std::uint64_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  bool full() const { return named_.size() >= named_max_; }

 private:
  std::size_t named_max_;
  std::uint64_t count_ = 0;
  std::vector<Finding> named_;
};

}  // namespace tradepost::document

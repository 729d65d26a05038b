#include "document/model/fault.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::document {
namespace {

constexpr std::array rows = {
    RuleRow{Rule::missing, "missing"},
    RuleRow{Rule::blank, "blank"},
    RuleRow{Rule::wrong_type, "wrong_type"},
    RuleRow{Rule::too_long, "too_long"},
    RuleRow{Rule::not_a_date, "not_a_date"},
    RuleRow{Rule::not_a_datetime, "not_a_datetime"},
    RuleRow{Rule::not_whole, "not_whole"},
    RuleRow{Rule::out_of_range, "out_of_range"},
    RuleRow{Rule::too_many_digits, "too_many_digits"},
    RuleRow{Rule::unknown_value, "unknown_value"},
    RuleRow{Rule::too_few, "too_few"},
    RuleRow{Rule::malformed, "malformed"},
    RuleRow{Rule::read_only, "read_only"},
    RuleRow{Rule::too_deep, "too_deep"},
    RuleRow{Rule::prohibited, "prohibited"},
    RuleRow{Rule::needs_percentage_or_amount, "needs_percentage_or_amount"},
    RuleRow{Rule::wrong_check_digit, "wrong_check_digit"},
    RuleRow{Rule::odd, "odd"},
    RuleRow{Rule::sum_differs, "sum_differs"},
    RuleRow{Rule::repeated, "repeated"},
    RuleRow{Rule::amount_differs, "amount_differs"},
};

}  // namespace

std::span<const RuleRow> rule_rows() {
  return rows;
}

std::string_view word_of(Rule rule) {
  const auto index = static_cast<std::size_t>(rule) - 1;
  CHECK(index < rows.size());
  return rows[index].word;
}

void Findings::add(std::string_view kind_word, Rule rule, const FieldPath& path,
                   std::uint32_t offset, std::string_view predicate) {
  ++count_;
  if (full()) return;
  const std::string inner = path.code();
  std::string code;
  for (const std::string_view part : {kind_word, std::string_view(inner), word_of(rule)}) {
    if (part.empty()) continue;
    if (!code.empty()) code += '.';
    code += part;
  }
  std::string message = path.words();
  message += ' ';
  message += predicate;
  named_.push_back({.code = std::move(code),
                    .path = path.text(),
                    .message = std::move(message),
                    .offset = offset});
}

void Findings::sort() {
  std::ranges::stable_sort(named_, {}, &Finding::offset);
}

}  // namespace tradepost::document

#include "forms/codes.hpp"

#include <algorithm>

namespace tradepost::forms {

const TermRow& row_of(Term term) {
  return term_rows.at(static_cast<std::size_t>(term) - 1);
}

std::string_view theirs_of(std::span<const Code> codes, std::string_view ours) {
  const auto found = std::ranges::find(codes, ours, &Code::ours);
  return found == codes.end() ? std::string_view() : found->theirs;
}

std::string_view ours_of(std::span<const Code> codes, std::string_view theirs) {
  const auto found = std::ranges::find(codes, theirs, &Code::theirs);
  return found == codes.end() ? std::string_view() : found->ours;
}

std::span<const Code> codes_of(Term term) {
  const std::string_view name = row_of(term).codes;
  const auto found = std::ranges::find(code_lists, name, &CodeList::name);
  return found == code_lists.end() ? std::span<const Code>() : found->codes;
}

}  // namespace tradepost::forms

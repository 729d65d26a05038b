#pragma once

#include <string_view>

namespace tradepost::base {

// Returns the text without the blanks and tabs at both ends: the white space of header fields,
// which is less than trimmed() strips (base/text/text.hpp).
constexpr std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace tradepost::base

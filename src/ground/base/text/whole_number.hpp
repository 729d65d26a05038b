#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tradepost::base {

// Parses the whole text as digits of a base: no blanks, no `+`, and `-` only for a signed type.
// Returns nullopt for any other text, or if the type cannot hold the number.
template <typename Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace tradepost::base

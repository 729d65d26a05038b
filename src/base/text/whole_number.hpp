#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tradepost::base {

// The text in digits of that base, all of it: no blanks, no `+`, `-` only of a type that has signs.
// Nothing where it is something else, or more than the type holds.
template <typename Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace tradepost::base

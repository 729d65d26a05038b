#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Text is UTF-8 throughout. Text that the reader accepted is valid; other text must be checked
// first (is_utf8).
namespace tradepost::base {

// How many code points a valid UTF-8 text has.
std::size_t code_points(std::string_view utf8);

// The bytes of the well-formed UTF-8 sequence at the start of `bytes`: 1 to 4, or 0 where there is
// none (also for an overlong form, a surrogate, a value above U+10FFFF, and for no bytes at all).
std::size_t sequence_bytes(std::string_view bytes);

bool is_utf8(std::string_view bytes);

// At most so many bytes from the front of a text, and no character cut in two.
std::string_view beginning_of(std::string_view utf8, std::size_t bytes_max);

namespace detail {
std::size_t blank_prefix_bytes(std::string_view utf8);
}

// Nothing but white space, as \s of ECMAScript has it, so that JSON Schema's "\\S" judges alike.
// The empty text is blank.
inline bool is_blank(std::string_view utf8) {
  if (utf8.empty()) return true;
  const auto first = static_cast<unsigned char>(utf8.front());
  if (first > ' ' && first < 0x80) return false;  // nearly every text there is
  return detail::blank_prefix_bytes(utf8) == utf8.size();
}

// Without the white space at both ends, the same white space as is_blank's.
std::string_view trimmed(std::string_view utf8);

// ASCII alone, whatever the locale; other bytes stay as they are.
constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
constexpr char ascii_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}
std::string ascii_lowered(std::string text);
std::string ascii_uppered(std::string text);
bool equal_ignoring_ascii_case(std::string_view a, std::string_view b);

// Lower case, two digits a byte.
std::string hex(std::string_view bytes);

}  // namespace tradepost::base

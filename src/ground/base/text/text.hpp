#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Functions for UTF-8 text. Text that the reader accepted is valid; other text must be checked
// first (is_utf8).
namespace tradepost::base {

// Returns the number of code points of a valid UTF-8 text.
std::size_t code_points(std::string_view utf8);

// Returns the length of the well-formed UTF-8 sequence at the start of `bytes`: 1 to 4, or 0 if
// there is none (also for an overlong form, a surrogate, a value above U+10FFFF, and for no bytes
// at all).
std::size_t sequence_bytes(std::string_view bytes);

// Returns the code point of one well-formed sequence.
char32_t code_point_of(std::string_view sequence);

bool is_utf8(std::string_view bytes);

// Returns at most `bytes_max` bytes from the front of a text, and cuts no character in two.
std::string_view beginning_of(std::string_view utf8, std::size_t bytes_max);

namespace detail {
std::size_t blank_prefix_bytes(std::string_view utf8);
}

// Returns true if the text is empty or only white space, which is \s of ECMAScript, so that JSON
// Schema's "\\S" decides the same.
inline bool is_blank(std::string_view utf8) {
  if (utf8.empty()) return true;
  const auto first = static_cast<unsigned char>(utf8.front());
  if (first > ' ' && first < 0x80) return false;  // the usual case
  return detail::blank_prefix_bytes(utf8) == utf8.size();
}

// Returns the text without the white space at both ends. White space is the same as for is_blank().
std::string_view trimmed(std::string_view utf8);

// These change or recognise only ASCII, in any locale. Other bytes do not change.
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

// Returns two lower-case digits for each byte.
std::string hex(std::string_view bytes);

}  // namespace tradepost::base

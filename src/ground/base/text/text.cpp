#include "base/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tradepost::base {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

bool is_continuation(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (byte_at(bytes, at) & 0xC0u) == 0x80u;
}

// Returns the length of the white space character at the start, or 0 if there is none.
std::size_t white_space_bytes(std::string_view utf8) {
  if (utf8.empty()) return 0;
  const unsigned first = byte_at(utf8, 0);
  if (first == ' ' || (first >= 0x09 && first <= 0x0D)) return 1;
  if (first == 0xC2) return utf8.starts_with("\u00A0") ? 2 : 0;
  if (first < 0xE1 || first > 0xEF || utf8.size() < 3) return 0;
  const unsigned code =
      (first & 0x0Fu) << 12 | (byte_at(utf8, 1) & 0x3Fu) << 6 | (byte_at(utf8, 2) & 0x3Fu);
  const bool white = (code >= 0x2000 && code <= 0x200A) || code == 0x1680 || code == 0x2028 ||
                     code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000 ||
                     code == 0xFEFF;
  return white ? 3 : 0;
}

// Returns how many of eight bytes only continue a character, which means that their two highest
// bits are 10.
std::size_t continuations_of(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t marked = (word >> 7) & ~(word >> 6) & ones;
  return static_cast<std::size_t>((marked * ones) >> 56);
}

}  // namespace

std::string_view beginning_of(std::string_view utf8, std::size_t bytes_max) {
  if (utf8.size() <= bytes_max) return utf8;
  std::size_t end = bytes_max;
  while (end > 0 && is_continuation(utf8, end)) --end;
  return utf8.substr(0, end);
}

std::size_t code_points(std::string_view utf8) {
  std::size_t continuations = 0;
  std::size_t at = 0;
  for (; at + 8 <= utf8.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, utf8.data() + at, sizeof word);
    continuations += continuations_of(word);
  }
  for (; at < utf8.size(); ++at) continuations += (byte_at(utf8, at) & 0xC0u) == 0x80u;
  return utf8.size() - continuations;
}

// Follows table 3-7 of the Unicode standard: only the range of the second byte depends on the
// first.
std::size_t sequence_bytes(std::string_view bytes) {
  if (bytes.empty()) return 0;
  const unsigned first = byte_at(bytes, 0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(bytes, 1)) return 0;
  if (first < 0xE0) return 2;

  const unsigned second = byte_at(bytes, 1);
  if (!is_continuation(bytes, 2)) return 0;
  if (first < 0xF0) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  const bool overlong = first == 0xF0 && second < 0x90;
  const bool beyond_unicode = first == 0xF4 && second > 0x8F;
  return overlong || beyond_unicode || !is_continuation(bytes, 3) ? 0 : 4;
}

char32_t code_point_of(std::string_view sequence) {
  constexpr unsigned masks[] = {0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = byte_at(sequence, 0) & masks[sequence.size() - 1];
  for (const char c : sequence.substr(1)) {
    code = code << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
  }
  return code;
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = sequence_bytes(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::size_t detail::blank_prefix_bytes(std::string_view utf8) {
  std::size_t at = 0;
  while (const std::size_t length = white_space_bytes(utf8.substr(at))) at += length;
  return at;
}

std::string_view trimmed(std::string_view utf8) {
  utf8.remove_prefix(detail::blank_prefix_bytes(utf8));
  while (!utf8.empty()) {
    std::size_t last = utf8.size() - 1;
    while (last > 0 && is_continuation(utf8, last)) --last;
    const std::size_t length = utf8.size() - last;
    if (white_space_bytes(utf8.substr(last)) != length) break;
    utf8.remove_suffix(length);
  }
  return utf8;
}

std::string ascii_lowered(std::string text) {
  std::ranges::transform(text, text.begin(), ascii_lower);
  return text;
}

std::string ascii_uppered(std::string text) {
  std::ranges::transform(text, text.begin(), ascii_upper);
  return text;
}

bool equal_ignoring_ascii_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, ascii_lower, ascii_lower);
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 0x0F];
  }
  return text;
}

}  // namespace tradepost::base

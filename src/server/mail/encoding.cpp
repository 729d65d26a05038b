#include "mail/encoding.hpp"

#include <algorithm>

#include "base/crypto/base64url.hpp"
#include "base/text/text.hpp"

namespace tradepost::mail {
namespace {

constexpr std::size_t line_characters_max = 76;
// Bytes of text in an encoded word: after a header's name of 10 characters and `: `, the line still
// has at most 76 characters.
constexpr std::size_t word_bytes_max = 36;

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
}

std::string as_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t size = base::sequence_bytes(bytes);
    text += size == 0 ? replacement : bytes.substr(0, size);
    bytes.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return text;
}

std::string encoded_words(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const std::string_view part = base::beginning_of(text, word_bytes_max);
    if (!words.empty()) words += "\r\n ";
    words += "=?UTF-8?B?" + base::base64(part) + "?=";
    text.remove_prefix(part.size());
  }
  return words;
}

// Returns true if readers show exactly these characters when they are written unchanged.
bool is_plain(std::string_view value) {
  return std::ranges::all_of(value, [](char c) { return c >= ' ' && c < 0x7f; }) &&
         !value.starts_with(' ') && !value.ends_with(' ') && !value.contains("=?");
}

bool fits(std::string_view name, std::string_view value) {
  return name.size() + 2 + value.size() <= line_characters_max;
}

std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(text.size(), 1));
  return line;
}

void append_line(std::string& out, std::string_view line) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::size_t begin = out.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_last = i + 1 == line.size();
    // Servers may remove white space at the end of a line.
    const bool is_literal =
        (c > ' ' && c < 0x7f && c != '=') || ((c == ' ' || c == '\t') && !is_last);
    // A line that continues needs a place for its `=`.
    const std::size_t room = line_characters_max - (is_last ? 0 : 1);
    if (out.size() - begin + (is_literal ? 1 : 3) > room) {
      out += "=\r\n";
      begin = out.size();
    }
    if (is_literal) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'=', digits[byte >> 4], digits[byte & 15]};
    }
  }
  out += "\r\n";
}

}  // namespace

std::string header_value(std::string_view text, std::size_t bytes_max) {
  // Only the front is converted, because each invalid byte becomes three.
  std::string value = as_utf8(text.substr(0, bytes_max));
  std::ranges::replace_if(value, &is_control, ' ');
  return std::string(base::beginning_of(value, bytes_max));
}

std::string unstructured(std::string_view name, std::string_view value) {
  return is_plain(value) && fits(name, value) ? std::string(value) : encoded_words(value);
}

std::string display_name(std::string_view name, std::string_view value) {
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  quoted += '"';
  return is_plain(value) && fits(name, quoted) ? quoted : encoded_words(value);
}

std::string quoted_printable(std::string_view text) {
  const std::string valid = as_utf8(text);
  std::string out;
  out.reserve(valid.size() + valid.size() / 4);
  for (std::string_view rest = valid; !rest.empty();) append_line(out, next_line(rest));
  return out;
}

}  // namespace tradepost::mail

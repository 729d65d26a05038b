#include "document/json/escapes.hpp"

#include <algorithm>
#include <cstring>

#include "base/text/hex.hpp"

namespace tradepost::document {
namespace {

// Returns the value of the four hexadecimal digits at the front of `text`, or -1.
int hex_quad(std::string_view text) {
  if (text.size() < 4) return -1;
  int value = 0;
  for (std::size_t index = 0; index < 4; ++index) {
    const int digit = base::hex_value(text[index]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_high_surrogate(int unit) {
  return unit >= 0xd800 && unit <= 0xdbff;
}
bool is_low_surrogate(int unit) {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

char* put_utf8(std::uint32_t point, char* out) {
  const auto tail = [&](unsigned shift) {
    *out++ = static_cast<char>(0x80 | (point >> shift & 0x3f));
  };
  if (point < 0x80) {
    *out++ = static_cast<char>(point);
  } else if (point < 0x800) {
    *out++ = static_cast<char>(0xc0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    *out++ = static_cast<char>(0xe0 | point >> 12);
    tail(6);
    tail(0);
  } else {
    *out++ = static_cast<char>(0xf0 | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
  return out;
}

char short_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;  // a quotation mark and both slashes: only drop the backslash
  }
}

}  // namespace

EscapeFault check_escapes(std::string_view raw) {
  for (auto at = raw.find('\\'); at != std::string_view::npos; at = raw.find('\\', at)) {
    const char c = at + 1 < raw.size() ? raw[at + 1] : '\0';
    if (c != 'u') {
      if (c == '\0' || std::strchr("\"\\/bfnrt", c) == nullptr) return EscapeFault::unknown;
      at += 2;
      continue;
    }
    const int unit = hex_quad(raw.substr(at + 2));
    if (unit < 0) return EscapeFault::unknown;
    at += 6;
    if (is_low_surrogate(unit)) return EscapeFault::lone_surrogate;
    if (!is_high_surrogate(unit)) continue;
    if (!raw.substr(at).starts_with("\\u") || !is_low_surrogate(hex_quad(raw.substr(at + 2)))) {
      return EscapeFault::lone_surrogate;
    }
    at += 6;
  }
  return EscapeFault::none;
}

std::size_t unescape(std::string_view raw, char* out) {
  const char* const begin = out;
  for (std::size_t at = 0; at < raw.size();) {
    if (raw[at] != '\\') {
      const auto next = std::min(raw.find('\\', at), raw.size());
      std::memcpy(out, raw.data() + at, next - at);
      out += next - at;
      at = next;
    } else if (raw[at + 1] != 'u') {
      *out++ = short_escape(raw[at + 1]);
      at += 2;
    } else {
      auto point = static_cast<std::uint32_t>(hex_quad(raw.substr(at + 2)));
      at += 6;
      if (is_high_surrogate(static_cast<int>(point))) {
        const auto low = static_cast<std::uint32_t>(hex_quad(raw.substr(at + 2)));
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
      out = put_utf8(point, out);
    }
  }
  return static_cast<std::size_t>(out - begin);
}

}  // namespace tradepost::document

#include "base/text/url_text.hpp"

#include "base/text/text.hpp"

namespace tradepost::base {

std::string percent_encoded(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const char c : bytes) {
    const char lower = ascii_lower(c);
    if ((lower >= 'a' && lower <= 'z') || is_ascii_digit(c) ||
        std::string_view("-._~").find(c) != std::string_view::npos) {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text += '%';
      text += digits[byte >> 4];
      text += digits[byte & 0xFu];
    }
  }
  return text;
}

PathText& PathText::segment(std::string_view text) {
  text_ += '/' + percent_encoded(text);
  return *this;
}

PathText& PathText::add(std::string_view name, std::string_view value) {
  if (value.empty()) return *this;
  text_ += text_.find('?') == std::string::npos ? '?' : '&';
  text_ += percent_encoded(name) + '=' + percent_encoded(value);
  return *this;
}

}  // namespace tradepost::base

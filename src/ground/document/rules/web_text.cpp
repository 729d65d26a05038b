#include "document/rules/web_text.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::document {
namespace {

bool is_ascii_letter(char c) {
  const char lower = base::ascii_lower(c);
  return lower >= 'a' && lower <= 'z';
}

bool has_blank_or_control(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; });
}

}  // namespace

// Accepts text, one @, and a domain with a dot inside.
bool looks_like_email(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || has_blank_or_control(text)) return false;
  if (text.find('@') != at && text.front() != '"') return false;
  const auto domain = text.substr(at + 1);
  const auto dot = domain.find('.');
  return dot != std::string_view::npos && dot > 0 && !domain.ends_with('.') &&
         domain.find("..") == std::string_view::npos;
}

// Accepts a scheme, a colon and text after it (RFC 3986), without blanks.
bool looks_like_uri(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || has_blank_or_control(text)) return false;
  const auto scheme = text.substr(0, colon);
  const bool is_scheme =
      is_ascii_letter(scheme.front()) && std::ranges::all_of(scheme, [](char c) {
        return is_ascii_letter(c) || base::is_ascii_digit(c) || c == '+' || c == '-' || c == '.';
      });
  const auto rest = text.substr(colon + 1);
  if (rest.starts_with("//")) return is_scheme && rest.size() > 2 && rest[2] != '/';
  return is_scheme && !rest.empty();
}

}  // namespace tradepost::document

#include "document/json/token_cursor.hpp"

#include <algorithm>

#include "base/text/number_text.hpp"
#include "base/text/text.hpp"
#include "document/json/escapes.hpp"

namespace tradepost::document {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // not white space for the first stage

TokenCursor::TokenCursor(const Tokens& tokens)
    : tokens_(tokens), has_escapes_(tokens.text().find('\\') != std::string_view::npos) {}

bool TokenCursor::take_any_value() {
  const auto token = at_;
  switch (first()) {
    case '{':
      return take_object([&](Name name) {
        note_unknown(name);
        return take_any_value();
      });
    case '[':
      return take_list([&](std::uint32_t) { return take_any_value(); });
    case '"':
      return take_text().has_value();
    case 't':
    case 'f':
    case 'n':
      return take_word();
    case '-':
      return take_any_number();
    default:
      break;
  }
  if (base::is_ascii_digit(first())) return take_any_number();
  const bool is_marked = token == 0 && tokens_.text().starts_with(byte_order_mark);
  return malformed(is_marked ? Malformed::byte_order_mark : Malformed::value_expected, token);
}

bool TokenCursor::take_any_number() {
  const auto token = at_;
  switch (base::scan_number(take_number()).fault) {
    case base::NumberFault::none:
      return true;
    case base::NumberFault::malformed:
      return malformed(Malformed::bad_number, token);
    case base::NumberFault::too_many_digits:
    case base::NumberFault::exponent_too_large:
      return malformed(Malformed::number_too_long, token);
  }
  return false;
}

std::optional<std::string_view> TokenCursor::take_text() {
  const auto token = at_;
  const auto quoted = take_scalar();
  if (quoted.size() < 2 || quoted.back() != '"') {
    malformed(Malformed::open_text, token);
    return std::nullopt;
  }
  const auto raw = quoted.substr(1, quoted.size() - 2);
  if (!has_escapes_ || raw.find('\\') == std::string_view::npos) return raw;
  return unescaped_of(raw, token);
}

std::optional<std::string_view> TokenCursor::unescaped_of(std::string_view raw,
                                                          std::uint32_t token) {
  const auto fault = check_escapes(raw);
  if (fault != EscapeFault::none) {
    malformed(fault == EscapeFault::unknown ? Malformed::bad_escape : Malformed::lone_surrogate,
              token);
    return std::nullopt;
  }
  if (unescaped_ == nullptr)
    unescaped_ = std::make_unique_for_overwrite<char[]>(tokens_.text().size());
  char* const begin = unescaped_.get() + unescaped_size_;
  const auto length = unescape(raw, begin);
  unescaped_size_ += length;
  return std::string_view(begin, length);
}

bool TokenCursor::take_word() {
  const auto token = at_;
  const auto word = take_scalar();
  return word == "true" || word == "false" || word == "null" ||
         malformed(Malformed::bad_word, token);
}

// Returns false if two unknown names of an object are equal. They are sorted only at the end of
// the object.
bool TokenCursor::names_differ(std::size_t from) {
  if (names_.size() - from >= 2) {
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(from);
    std::ranges::sort(first, names_.end(), {}, &Name::text);
    const auto twice = std::ranges::adjacent_find(first, names_.end(), {}, &Name::text);
    if (twice != names_.end())
      return malformed(Malformed::name_twice, std::max(twice->token, (twice + 1)->token));
  }
  names_.resize(from);
  return true;
}

bool TokenCursor::take_end() {
  return at_ == tokens_.count() || malformed(Malformed::text_after_the_value, at_);
}

}  // namespace tradepost::document

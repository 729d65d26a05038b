#include "document/unreadable.hpp"

#include <cstddef>

#include "base/limits.hpp"
#include "base/text.hpp"

namespace tradepost::document {
namespace {

bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

Unreadable at(Malformed reason, std::size_t offset) {
  return {reason, static_cast<std::uint32_t>(offset)};
}

}  // namespace

Unreadable locate_malformed(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) return at(Malformed::byte_order_mark, 0);
  for (std::size_t offset = 0; offset < text.size();) {
    const auto length = base::sequence_bytes(text.substr(offset));
    if (length == 0) return at(Malformed::not_utf8, offset);
    offset += length;
  }
  bool in_text = false;
  bool blank = true;
  std::size_t opened = 0;
  for (std::size_t offset = 0; offset < text.size(); ++offset) {
    const char c = text[offset];
    blank = blank && is_white(c);
    if (c == '\\') {
      ++offset;
    } else if (c == '"') {
      in_text = !in_text;
      opened = offset;
    } else if (in_text && static_cast<unsigned char>(c) < 0x20) {
      return at(Malformed::control_character, offset);
    }
  }
  if (blank) return at(Malformed::empty, text.size());
  return in_text ? at(Malformed::open_text, opened) : at(Malformed::value_expected, text.size());
}

std::string_view sentence(Malformed reason) {
  static_assert(base::limits::number_digits_max == 40 && base::limits::number_exponent_max == 308);
  static_assert(base::limits::nesting_max == 64);
  switch (reason) {
    case Malformed::empty:
      return "The body is empty; a document is an object with type and content.";
    case Malformed::too_large:
      return "The body is larger than this exchange takes.";
    case Malformed::byte_order_mark:
      return "The body begins with a byte order mark; send UTF-8 without one.";
    case Malformed::not_utf8:
      return "The body is not valid UTF-8.";
    case Malformed::control_character:
      return "A text contains a raw control character; write it as an escape such as \\n.";
    case Malformed::open_text:
      return "A text that begins here has no closing quotation mark.";
    case Malformed::bad_escape:
      return "A text contains an escape that JSON does not know.";
    case Malformed::lone_surrogate:
      return "A text contains half of a surrogate pair.";
    case Malformed::value_expected:
      return "A value is expected here.";
    case Malformed::name_expected:
      return "A name in quotation marks is expected here.";
    case Malformed::colon_expected:
      return "A colon is expected after the name.";
    case Malformed::comma_or_brace_expected:
      return "A comma or a closing brace is expected here.";
    case Malformed::comma_or_bracket_expected:
      return "A comma or a closing bracket is expected here.";
    case Malformed::bad_word:
      return "Only true, false and null may stand without quotation marks.";
    case Malformed::bad_number:
      return "This is not a number as JSON writes it.";
    case Malformed::number_too_long:
      return "This number has more than 40 digits or an exponent beyond 308.";
    case Malformed::nested_too_deep:
      return "The body is nested more than 64 levels deep.";
    case Malformed::name_twice:
      return "A name occurs twice in the same object.";
    case Malformed::text_after_the_value:
      return "Something follows after the end of the document.";
  }
  return {};
}

}  // namespace tradepost::document

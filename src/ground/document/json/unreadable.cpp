#include "document/json/unreadable.hpp"

#include <array>
#include <cstddef>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::document {
namespace {

static_assert(base::limits::number_digits_max == 40 && base::limits::number_exponent_max == 308);
static_assert(base::limits::nesting_max == 64);
constexpr std::array rows = {
    MalformedRow{Malformed::empty, "empty",
                 "The body is empty. A document is an object with type and content."},
    MalformedRow{Malformed::too_large, "too_large", "The body is too large."},
    MalformedRow{Malformed::byte_order_mark, "byte_order_mark",
                 "The body begins with a byte order mark. Send UTF-8 without one."},
    MalformedRow{Malformed::not_utf8, "not_utf8", "The body is not valid UTF-8."},
    MalformedRow{Malformed::control_character, "control_character",
                 "A string contains a control character. Write it as an escape such as \\n."},
    MalformedRow{Malformed::open_text, "open_text",
                 "The string that begins here has no closing quotation mark."},
    MalformedRow{Malformed::bad_escape, "bad_escape",
                 "A string contains an escape that JSON does not define."},
    MalformedRow{Malformed::lone_surrogate, "lone_surrogate",
                 "A string contains half of a surrogate pair."},
    MalformedRow{Malformed::value_expected, "value_expected", "A value is expected here."},
    MalformedRow{Malformed::name_expected, "name_expected",
                 "A member name in quotation marks is expected here."},
    MalformedRow{Malformed::colon_expected, "colon_expected",
                 "A colon is expected after the name."},
    MalformedRow{Malformed::comma_or_brace_expected, "comma_or_brace_expected",
                 "A comma or a closing brace is expected here."},
    MalformedRow{Malformed::comma_or_bracket_expected, "comma_or_bracket_expected",
                 "A comma or a closing bracket is expected here."},
    MalformedRow{Malformed::bad_word, "bad_word",
                 "Only true, false and null can be written without quotation marks."},
    MalformedRow{Malformed::bad_number, "bad_number", "This is not a valid JSON number."},
    MalformedRow{Malformed::number_too_long, "number_too_long",
                 "This number has more than 40 digits or an exponent beyond 308."},
    MalformedRow{Malformed::nested_too_deep, "nested_too_deep",
                 "The body is nested more than 64 levels deep."},
    MalformedRow{Malformed::name_twice, "name_twice", "A name occurs twice in the same object."},
    MalformedRow{Malformed::text_after_the_value, "text_after_the_value",
                 "The body continues after the end of the document."},
    MalformedRow{Malformed::no_memory, "no_memory",
                 "The exchange is short of memory. Try again later."},
};

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

std::span<const MalformedRow> malformed_rows() {
  return rows;
}

const MalformedRow& row_of(Malformed reason) {
  const auto index = static_cast<std::size_t>(reason) - 1;
  CHECK(index < rows.size());
  return rows[index];
}

}  // namespace tradepost::document

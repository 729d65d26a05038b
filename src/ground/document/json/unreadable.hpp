#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tradepost::document {

// The reason why a body can't be read as JSON. The answer is 400, before any rule is checked
// (contract 4.1 and 4.3).
enum class Malformed : std::uint8_t {
  empty = 1,
  too_large,
  byte_order_mark,
  not_utf8,
  control_character,
  open_text,
  bad_escape,
  lone_surrogate,
  value_expected,
  name_expected,
  colon_expected,
  comma_or_brace_expected,
  comma_or_bracket_expected,
  bad_word,
  bad_number,
  number_too_long,
  nested_too_deep,
  name_twice,
  text_after_the_value,
  no_memory,  // a fault of the exchange, not of the body
};

struct Unreadable {
  Malformed reason;
  std::uint32_t offset;  // of the byte at which reading stopped
};

struct MalformedRow {
  Malformed reason;
  std::string_view word;      // for programs
  std::string_view sentence;  // for people; without any content of the text
};

std::span<const MalformedRow> malformed_rows();  // in the order of their numbers
const MalformedRow& row_of(Malformed reason);

// Finds where the first stage stopped, and the reason. The first stage itself reports only that the
// text is not UTF-8, or that a text is unclosed.
Unreadable locate_malformed(std::string_view text);

}  // namespace tradepost::document

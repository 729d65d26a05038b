#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tradepost::document {

// Why a body can't be read as JSON at all (contract 4.1 and 4.3: the answer is 400, before any
// rule is asked).
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
  no_memory,  // ours, not the body's fault
};

struct Unreadable {
  Malformed reason;
  std::uint32_t offset;  // of the byte at which reading stopped
};

struct MalformedRow {
  Malformed reason;
  std::string_view word;      // for programs
  std::string_view sentence;  // for people; says nothing of the text's content
};

std::span<const MalformedRow> malformed_rows();  // in the order of their numbers
const MalformedRow& row_of(Malformed reason);

// Where the first stage stopped, and why: it only says that the text as a whole is not UTF-8, or a
// text was left open.
Unreadable locate_malformed(std::string_view text);

}  // namespace tradepost::document

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// Numbers and texts as they stand in JSON, before anything is made of them.
namespace tradepost::document {

enum class NumberFault : std::uint8_t {
  none,
  grammar,   // not a number of JSON: 007, 1., .5, +1, 1e
  digits,    // more than 40 of them
  exponent,  // beyond ±308, as written or as that of the first digit
};

struct NumberText {
  NumberFault fault;
  bool plain;            // digits and perhaps a minus: neither fraction nor exponent
  std::uint32_t digits;  // leading zeros don't count
};

NumberText scan_number(std::string_view text);

enum class EscapeFault : std::uint8_t { none, unknown, lone_surrogate };

// `raw` is what stands between the quotation marks, in valid UTF-8.
EscapeFault check_escapes(std::string_view raw);

// Writes the text that `raw` stands for, at most raw.size() bytes; its escapes were checked.
// Returns the length.
std::size_t unescape(std::string_view raw, char* out);

}  // namespace tradepost::document

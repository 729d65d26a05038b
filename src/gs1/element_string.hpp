#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"

// Application identifiers: what the numbers in a GS1 barcode are. A symbol carries elements in a
// row, each an identifier and its value:
//
//   00 395210010002089318                      (00)395210010002089318, 18 digits by definition
//   02 09521001010016  37 40                   (02)09521001010016(37)40
//   10 L26-041-B3 <FNC1> 37 40                 (10)L26-041-B3(37)40
//
// The length of a value is known from the first two digits of its identifier, or the value goes on
// to the next FNC1, which readers hand on as the character 29. The formats are those of GS1's own
// syntax dictionary (github.com/gs1/gs1-syntax-dictionary).
namespace tradepost::gs1 {

inline constexpr char separator = '\x1d';

enum class Characters : std::uint8_t {
  digits,
  set82,  // letters, digits and 20 signs of ISO 646; no blank, no # $ @ [ \ ] ^ ` { | } ~
};

enum class Meaning : std::uint8_t {
  any,
  check_digit,  // the last of them
  date,         // YYMMDD; the day may be 00: the month as a whole
  country,      // three digits of ISO 3166, which are not looked up
};

struct ValuePart {
  Characters characters = Characters::digits;
  std::uint8_t length_min = 0;
  std::uint8_t length_max = 0;
  Meaning meaning = Meaning::any;
};

struct ApplicationIdentifier {
  std::string_view digits;   // all of them, or all but the decimals' count
  std::int8_t decimals_max;  // 5: 330 is 3300 to 3305; -1: it counts none
  std::string_view title;    // GS1's data title
  ValuePart value;
  ValuePart more = {};  // the next part of the value, of another kind

  std::size_t length() const { return digits.size() + (decimals_max < 0 ? 0 : 1); }
};

// The identifier at the text's beginning, one of trade and transport, 00 to 427; nullptr if there
// is none.
const ApplicationIdentifier* identifier_at(std::string_view text);

// Whether a value of this identifier ends by itself. It is so for good by GS1's list of first
// digits, also for identifiers that nobody has given a meaning yet.
bool has_predefined_length(std::string_view identifier);

struct Element {
  std::string identifier;
  std::string value;

  bool operator==(const Element&) const = default;
};

// Refuses an unknown identifier and a value against its format, as `invalid` with a sentence for
// people.
base::Result<Element> element(std::string_view identifier, std::string_view value);

// As a reader returns it: a separator after each value without an end of its own, except the last.
std::string scanned(std::span<const Element> elements);

// Reads the output of a reader, with or without its "]C1". Refuses what scanned() would not write,
// but accepts a separator also where none is due.
base::Result<std::vector<Element>> parse_scanned(std::string_view text);

// For people, below the bars: (02)09521001010016(37)40.
std::string readable(std::span<const Element> elements);

}  // namespace tradepost::gs1

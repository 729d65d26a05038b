#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"

// Application identifiers, which define the meaning of the numbers in a GS1 barcode. A symbol has a
// sequence of elements, each an identifier and its value:
//
//   00 395210010002089318                      (00)395210010002089318, 18 digits by definition
//   02 09521001010016  37 40                   (02)09521001010016(37)40
//   10 L26-041-B3 <FNC1> 37 40                 (10)L26-041-B3(37)40
//
// The first two digits of an identifier define the length of its value; otherwise the value ends at
// the next FNC1, which readers return as the character 29. The formats are from GS1's syntax
// dictionary (github.com/gs1/gs1-syntax-dictionary).
namespace tradepost::gs1 {

inline constexpr char separator = '\x1d';

enum class Characters : std::uint8_t {
  digits,
  set82,  // letters, digits and 20 signs of ISO 646; no blank, no # $ @ [ \ ] ^ ` { | } ~
};

enum class Meaning : std::uint8_t {
  any,
  check_digit,  // the last digit
  date,         // YYMMDD; the day may be 00 for the whole month
  country,      // three digits of ISO 3166, without a look-up
};

struct ValuePart {
  Characters characters = Characters::digits;
  std::uint8_t length_min = 0;
  std::uint8_t length_max = 0;
  Meaning meaning = Meaning::any;
};

struct ApplicationIdentifier {
  std::string_view digits;   // without the digit that counts the decimals
  std::int8_t decimals_max;  // 5: 330 is 3300 to 3305; -1: no such digit
  std::string_view title;    // GS1's data title
  ValuePart value;
  ValuePart more = {};  // the next part of the value, of another form

  std::size_t length() const { return digits.size() + (decimals_max < 0 ? 0 : 1); }
};

// Returns the identifier at the start of the text, which may be one for trade and transport, 00 to
// 427. Returns nullptr if there is none.
const ApplicationIdentifier* identifier_at(std::string_view text);

// Returns true if values of this identifier have a fixed length. GS1's list of first digits defines
// this permanently, also for identifiers without a meaning yet.
bool has_predefined_length(std::string_view identifier);

struct Element {
  std::string identifier;
  std::string value;

  bool operator==(const Element&) const = default;
};

// Makes an element. It refuses an unknown identifier, and a value that violates its format, as
// `invalid` with a sentence for people.
base::Result<Element> element(std::string_view identifier, std::string_view value);

// Returns the text that a reader returns: a separator after each value without a fixed length,
// except the last.
std::string scanned(std::span<const Element> elements);

// Parses the output of a reader, with or without its "]C1". It refuses all texts that scanned()
// does not write, except for unnecessary separators.
base::Result<std::vector<Element>> parse_scanned(std::string_view text);

// Returns the text for people, below the bars: (02)09521001010016(37)40.
std::string readable(std::span<const Element> elements);

}  // namespace tradepost::gs1

#pragma once

#include <cstdint>
#include <string_view>

namespace tradepost::base {

// The reason to refuse a text as a number. Digits are checked before the exponent.
enum class NumberFault : std::uint8_t {
  none,
  malformed,        // not the grammar of a JSON number: 007, 1., .5, +1, 1e
  too_many_digits,  // more than limits::number_digits_max; leading zeros are not counted, trailing
                    // ones are
  exponent_too_large,  // beyond ±limits::number_exponent_max, as written or as that of the first
                       // digit
};

// The parts of a JSON number, as text without any conversion.
struct NumberText {
  NumberFault fault = NumberFault::none;
  bool negative = false;
  std::string_view whole;     // the digits before the point
  std::string_view fraction;  // the digits after it
  std::int32_t exponent = 0;  // as written
  std::uint32_t digits = 0;   // without leading zeros

  bool is_plain() const { return fraction.empty() && exponent == 0; }
};

// Scans the whole text, which must be a JSON number.
NumberText scan_number(std::string_view text);

}  // namespace tradepost::base

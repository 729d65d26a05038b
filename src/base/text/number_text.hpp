#pragma once

#include <cstdint>
#include <string_view>

namespace tradepost::base {

// Why a text is no number of ours. Its digits are judged before its exponent.
enum class NumberFault : std::uint8_t {
  none,
  malformed,        // not the grammar of a JSON number: 007, 1., .5, +1, 1e
  too_many_digits,  // more than limits::number_digits_max; leading zeros are not counted, trailing
                    // ones are
  exponent_too_large,  // beyond ±limits::number_exponent_max, as written or as that of the first
                       // digit
};

// A number as it stands in JSON, taken apart; nothing of it is converted.
struct NumberText {
  NumberFault fault = NumberFault::none;
  bool negative = false;
  std::string_view whole;     // the digits before the point
  std::string_view fraction;  // and after it
  std::int32_t exponent = 0;  // as written
  std::uint32_t digits = 0;   // that count

  bool is_plain() const { return fraction.empty() && exponent == 0; }
};

// The whole text must be a number as JSON writes them.
NumberText scan_number(std::string_view text);

}  // namespace tradepost::base

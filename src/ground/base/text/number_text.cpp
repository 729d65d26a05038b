#include "base/text/number_text.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

constexpr std::int64_t exponent_beyond_all = 1'000'000;
constexpr std::int64_t last_digit_exponent_min =
    -limits::number_exponent_max - static_cast<std::int64_t>(limits::number_digits_max);

std::string_view digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  return text.substr(at, end - at);
}

// Returns the number of digits from the first that is not zero, or 0 if all are zeros.
std::uint32_t counted_digits(std::string_view whole, std::string_view fraction) {
  const auto in_whole = whole.find_first_not_of('0');
  if (in_whole != std::string_view::npos) {
    return static_cast<std::uint32_t>(whole.size() - in_whole + fraction.size());
  }
  const auto in_fraction = fraction.find_first_not_of('0');
  return in_fraction == std::string_view::npos
             ? 0
             : static_cast<std::uint32_t>(fraction.size() - in_fraction);
}

bool is_beyond(std::int64_t exponent) {
  return exponent < -limits::number_exponent_max || exponent > limits::number_exponent_max;
}

std::int64_t value_of(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) value = std::min(value * 10 + (digit - '0'), exponent_beyond_all);
  return value;
}

}  // namespace

NumberText scan_number(std::string_view text) {
  NumberText number;
  std::size_t at = 0;
  const auto next_is = [&](char c) { return at < text.size() && text[at] == c; };
  const auto malformed = [&] {
    number.fault = NumberFault::malformed;
    return number;
  };

  number.negative = next_is('-');
  at += number.negative ? 1 : 0;
  number.whole = digits_at(text, at);
  at += number.whole.size();
  if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0'))
    return malformed();
  number.digits = static_cast<std::uint32_t>(number.whole.size());
  if (at == text.size() && number.digits <= limits::number_digits_max) return number;

  if (next_is('.')) {
    number.fraction = digits_at(text, at + 1);
    at += 1 + number.fraction.size();
    if (number.fraction.empty()) return malformed();
  }
  std::int64_t exponent = 0;
  if (next_is('e') || next_is('E')) {
    ++at;
    const bool down = next_is('-');
    at += down || next_is('+') ? 1 : 0;
    const auto digits = digits_at(text, at);
    at += digits.size();
    if (digits.empty()) return malformed();
    exponent = down ? -value_of(digits) : value_of(digits);
  }
  if (at != text.size()) return malformed();

  number.digits = counted_digits(number.whole, number.fraction);
  number.exponent = static_cast<std::int32_t>(exponent);
  const auto last_digit = exponent - static_cast<std::int64_t>(number.fraction.size());
  if (is_beyond(exponent) || (number.digits > 0 && last_digit < last_digit_exponent_min)) {
    number.fault = NumberFault::exponent_too_large;
  }
  if (number.digits > limits::number_digits_max) number.fault = NumberFault::too_many_digits;
  return number;
}

}  // namespace tradepost::base

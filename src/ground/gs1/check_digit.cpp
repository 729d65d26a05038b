#include "gs1/check_digit.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::gs1 {
namespace {

// Judges an identifier of the right length. A text of zeros alone would pass the sum, and is a
// usual placeholder for an unknown number.
CheckDigit verify(std::string_view text) {
  if (!std::ranges::all_of(text, base::is_ascii_digit)) return CheckDigit::not_applicable;
  if (text.find_first_not_of('0') == std::string_view::npos) return CheckDigit::not_applicable;
  const auto digits = text.substr(0, text.size() - 1);
  return text.back() == check_digit(digits) ? CheckDigit::right : CheckDigit::wrong;
}

}  // namespace

char check_digit(std::string_view digits) {
  CHECK(!digits.empty() && std::ranges::all_of(digits, base::is_ascii_digit));
  int sum = 0;
  int weight = 3;
  for (std::size_t at = digits.size(); at > 0; --at) {
    sum = (sum + weight * (digits[at - 1] - '0')) % 10;
    weight = 4 - weight;
  }
  return static_cast<char>('0' + (10 - sum) % 10);
}

CheckDigit verify_gtin(std::string_view text) {
  const auto length = text.size();
  const bool fits = length == 8 || (length >= 12 && length <= 14);
  return fits ? verify(text) : CheckDigit::not_applicable;
}

CheckDigit verify_gln(std::string_view text) {
  return text.size() == 13 ? verify(text) : CheckDigit::not_applicable;
}

CheckDigit verify_sscc(std::string_view text) {
  return text.size() == 18 ? verify(text) : CheckDigit::not_applicable;
}

}  // namespace tradepost::gs1

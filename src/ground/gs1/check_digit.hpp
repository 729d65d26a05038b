#pragma once

#include <cstdint>
#include <string_view>

// The common check digit of GTIN, GLN and SSCC. From the right, without the check digit, the digits
// have the weights 3, 1, 3, 1, ..., and the check digit completes their sum to a multiple of ten.
// 629104150021: 6+6+9+3+0+12+1+15+0+0+2+3 = 57, so 3, and 6291041500213 is a GTIN-13. It detects
// every wrong digit, and every swap of neighbours except digits that differ by five.
namespace tradepost::gs1 {

// The verdict on a text, of any content and length, as an identifier that ends with a check digit.
enum class CheckDigit : std::uint8_t {
  right,
  wrong,           // of the right form, and mistyped somewhere
  not_applicable,  // not digits alone, not as many as the identifier has, or nothing but zeros
};

CheckDigit verify_gtin(std::string_view text);  // 8, 12, 13 or 14 digits
CheckDigit verify_gln(std::string_view text);   // 13
CheckDigit verify_sscc(std::string_view text);  // 18

// Returns the check digit for `digits`, which must be at least one, and only '0' to '9', else
// CHECK.
char check_digit(std::string_view digits);

}  // namespace tradepost::gs1

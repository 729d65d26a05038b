#pragma once

#include <cstdint>
#include <string_view>

// The check digit that GTIN, GLN and SSCC share: from the right, without it, the digits weigh 3, 1,
// 3, 1 …, and it fills their sum up to the next ten.
namespace tradepost::gs1 {

// How a text stands to an identifier that ends with a check digit.
enum class CheckDigit : std::uint8_t {
  right,
  wrong,
  not_applicable,  // not digits alone, or not as many of them as the identifier has
};

CheckDigit judge_gtin(std::string_view text);  // 8, 12, 13 or 14 digits
CheckDigit judge_gln(std::string_view text);   // 13 digits
CheckDigit judge_sscc(std::string_view text);  // 18 digits

// What belongs behind `digits`, which are digits alone.
char check_digit(std::string_view digits);

}  // namespace tradepost::gs1

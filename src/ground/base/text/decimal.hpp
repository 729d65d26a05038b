#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"
#include "base/text/number_text.hpp"
#include "base/text/uint256.hpp"

namespace tradepost::base {

// An exact decimal number, a coefficient times a power of ten, for money, quantities and
// percentages. It keeps the decimals of its text (1.50 is printed as 1.50) and compares by value
// (1.50 == 1.5 == 15e-1). Only rounded() rounds; other results that are not exact are refused.
//
// Invariants:
// 1. The coefficient has at most digits_max digits.
// 2. exponent_min <= exponent <= exponent_max.
// 3. Zero is not negative.
class Decimal {
 public:
  static constexpr int digits_max = Uint256::power_max;
  static constexpr int exponent_max = limits::number_exponent_max;
  static constexpr int exponent_min =
      -limits::number_exponent_max - static_cast<int>(limits::number_digits_max);

  Decimal() = default;  // 0
  explicit Decimal(std::int64_t value);
  // Parses a whole text, which must be a JSON number: no plus, no blank, no 007, no .5, no 5.
  static std::expected<Decimal, NumberFault> parse(std::string_view text);

  bool is_zero() const { return coefficient_.is_zero(); }
  bool is_negative() const { return negative_; }
  bool is_integer() const;  // 1.0 and 1e2 are
  // Returns `invalid` if it has a fraction, `out_of_range` if it needs more than 64 bits.
  Result<std::int64_t> to_int64() const;
  // Writes the number without exponent. parse() can read it unless it has too many digits.
  std::string to_string() const;

  bool operator==(const Decimal& other) const { return (*this <=> other) == 0; }
  std::weak_ordering operator<=>(const Decimal& other) const;

  // These return the exact result, or `out_of_range` if the result, or for sums an addend written
  // out to the last decimal of the other, has more than digits_max digits, or if the result's
  // exponent is outside of the bounds. Numbers of up to 38 digits whose places are less than 38
  // apart are never refused.
  Result<Decimal> plus(const Decimal& addend) const;
  Result<Decimal> times(const Decimal& factor) const;

  // Rounds to at most `decimals` decimals (not negative, else CHECK), a half away from zero. A
  // number with no more decimals does not change.
  Decimal rounded(int decimals) const;
  // Rounds, and adds zeros up to this number of decimals if it has the digits for them.
  Decimal fixed(int decimals) const;

 private:
  Decimal(Uint256 coefficient, int exponent, bool negative);
  static Result<Decimal> make(Uint256 coefficient, int exponent, bool negative);
  Decimal without_trailing_zeros() const;
  Result<Decimal> sum_at(int exponent, const Decimal& addend) const;
  bool can_be_written_to(int exponent) const;
  Uint256 written_to(int exponent) const;

  Uint256 coefficient_;
  std::int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace tradepost::base

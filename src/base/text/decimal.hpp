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

// An exact decimal number, coefficient times a power of ten: money, quantities, percentages. It
// keeps the decimals it was written with (1.50 is printed as 1.50) and compares by value (1.50
// == 1.5 == 15e-1). Nothing is ever rounded but by rounded(); what can't be kept exactly is
// refused.
//
// Invariants: 1. the coefficient has at most digits_max digits. 2. exponent_min <= exponent <=
// exponent_max.
// 3. zero is not negative.
class Decimal {
 public:
  static constexpr int digits_max = Uint256::power_max;
  static constexpr int exponent_max = limits::number_exponent_max;
  static constexpr int exponent_min =
      -limits::number_exponent_max - static_cast<int>(limits::number_digits_max);

  Decimal() = default;  // 0
  explicit Decimal(std::int64_t value);
  // The whole text must be a number as JSON writes them: no plus, no blank, no 007, no .5, no 5.
  static std::expected<Decimal, NumberFault> parse(std::string_view text);

  bool is_zero() const { return coefficient_.is_zero(); }
  bool is_negative() const { return negative_; }
  bool is_integer() const;  // 1.0 and 1e2 are
  // `invalid` where it has a fraction, `out_of_range` where it needs more than 64 bits.
  Result<std::int64_t> to_int64() const;
  // Without exponent, readable by parse() unless it has more digits than that takes.
  std::string to_string() const;

  bool operator==(const Decimal& other) const { return (*this <=> other) == 0; }
  std::weak_ordering operator<=>(const Decimal& other) const;

  // Exact, or `out_of_range`: where the result, or for sums an addend written out to the last
  // decimal of the other, has more than digits_max digits, or where the result's exponent is
  // outside of the bounds. Numbers of up to 38 digits that stand less than 38 places apart are
  // never refused.
  Result<Decimal> plus(const Decimal& addend) const;
  Result<Decimal> times(const Decimal& factor) const;

  // With at most `decimals` decimals (not negative, else CHECK), a half away from zero; one that
  // has no more stays as it is.
  Decimal rounded(int decimals) const;
  // Rounded, and written with all of these decimals, if it has the digits for them.
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

#include "base/text/decimal.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

static_assert(limits::number_digits_max <= Decimal::digits_max);
static_assert(Decimal::exponent_min >= std::numeric_limits<std::int16_t>::min());
static_assert(Decimal::exponent_max <= std::numeric_limits<std::int16_t>::max());

Error not_an_integer() {
  return {ErrorCode::invalid, CallerText("This must be a number without a fraction.")};
}

Error beyond_64_bits() {
  return {ErrorCode::out_of_range,
          CallerText("This number is too large: an integer must lie between "
                     "-9223372036854775808 and 9223372036854775807.")};
}

Error not_exact() {
  return {ErrorCode::out_of_range,
          CallerText(
              "These numbers are too large, or too many places apart, to calculate with exactly.")};
}

// Collects the digits of a number in their order. Leading zeros are skipped, digits beyond the
// bound are only counted.
class Digits {
 public:
  void take(char digit) {
    if (digit == '0' && count_ == 0) return;
    if (++count_ > limits::number_digits_max) return;
    chunk_ = chunk_ * 10 + static_cast<std::uint64_t>(digit - '0');
    if (++chunk_digits_ == 19) flush();
  }
  std::uint64_t count() const { return count_; }
  Uint256 coefficient() {
    if (value_.is_zero()) return Uint256(chunk_);
    flush();
    return value_;
  }

 private:
  void flush() {
    const std::uint64_t power = Uint256::power_of_ten(chunk_digits_).as_uint64().value();
    value_ = value_.times_plus(power, chunk_).value();
    chunk_ = 0;
    chunk_digits_ = 0;
  }

  Uint256 value_;
  std::uint64_t chunk_ = 0;
  int chunk_digits_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace

Decimal::Decimal(Uint256 coefficient, int exponent, bool negative)
    : coefficient_(coefficient),
      exponent_(static_cast<std::int16_t>(exponent)),
      negative_(negative && !coefficient.is_zero()) {}

Decimal::Decimal(std::int64_t value)
    : Decimal(Uint256(value < 0 ? -static_cast<std::uint64_t>(value)
                                : static_cast<std::uint64_t>(value)),
              0, value < 0) {}

std::expected<Decimal, NumberFault> Decimal::parse(std::string_view text) {
  const auto number = scan_number(text);
  if (number.fault != NumberFault::none) return std::unexpected(number.fault);
  Digits digits;
  for (const char digit : number.whole) digits.take(digit);
  for (const char digit : number.fraction) digits.take(digit);
  // This bounds the decimals that 0 keeps. For other numbers the bounds of scan_number() suffice.
  const auto exponent = number.exponent - static_cast<std::int64_t>(number.fraction.size());
  return Decimal(digits.coefficient(),
                 static_cast<int>(std::max<std::int64_t>(exponent, exponent_min)), number.negative);
}

bool Decimal::is_integer() const {
  return exponent_ >= 0 || without_trailing_zeros().exponent_ >= 0;
}

Result<std::int64_t> Decimal::to_int64() const {
  const Decimal number = exponent_ < 0 ? without_trailing_zeros() : *this;
  if (number.exponent_ < 0) return refuse(not_an_integer());
  if (!number.can_be_written_to(0)) return refuse(beyond_64_bits());
  const std::optional<std::uint64_t> magnitude = number.written_to(0).as_uint64();
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  if (!magnitude || *magnitude > most + (negative_ ? 1 : 0)) return refuse(beyond_64_bits());
  return static_cast<std::int64_t>(negative_ ? -*magnitude : *magnitude);
}

std::string Decimal::to_string() const {
  std::string text = coefficient_.to_string();
  if (exponent_ > 0 && !is_zero()) text.append(static_cast<std::size_t>(exponent_), '0');
  if (exponent_ < 0) {
    const auto decimals = static_cast<std::size_t>(-exponent_);
    if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
    text.insert(text.size() - decimals, 1, '.');
  }
  if (negative_) text.insert(0, 1, '-');
  return text;
}

std::weak_ordering Decimal::operator<=>(const Decimal& other) const {
  if (negative_ != other.negative_)
    return negative_ ? std::weak_ordering::less : std::weak_ordering::greater;
  const Decimal& left = negative_ ? other : *this;
  const Decimal& right = negative_ ? *this : other;
  if (left.exponent_ == right.exponent_) return left.coefficient_ <=> right.coefficient_;
  if (left.is_zero() || right.is_zero()) return right.is_zero() <=> left.is_zero();

  // If both first digits are at the same place, the number that is written to the other's exponent
  // has as many digits as the other, so it fits.
  const int left_place = left.coefficient_.decimal_digits() + left.exponent_;
  const int right_place = right.coefficient_.decimal_digits() + right.exponent_;
  if (left_place != right_place) return left_place <=> right_place;
  const int exponent = std::min(left.exponent_, right.exponent_);
  return left.written_to(exponent) <=> right.written_to(exponent);
}

Result<Decimal> Decimal::plus(const Decimal& addend) const {
  if (is_zero()) return addend;
  if (addend.is_zero()) return *this;
  const int exponent = std::min(exponent_, addend.exponent_);
  if (can_be_written_to(exponent) && addend.can_be_written_to(exponent))
    return sum_at(exponent, addend);

  // Without trailing zeros the sum may still fit.
  const Decimal left = without_trailing_zeros();
  const Decimal right = addend.without_trailing_zeros();
  const int shorter = std::min(left.exponent_, right.exponent_);
  if (!left.can_be_written_to(shorter) || !right.can_be_written_to(shorter))
    return refuse(not_exact());
  return left.sum_at(shorter, right);
}

Result<Decimal> Decimal::times(const Decimal& factor) const {
  const bool negative = negative_ != factor.negative_;
  if (const auto product = coefficient_.times(factor.coefficient_)) {
    return make(*product, exponent_ + factor.exponent_, negative);
  }
  const Decimal left = without_trailing_zeros();
  const Decimal right = factor.without_trailing_zeros();
  const auto product = left.coefficient_.times(right.coefficient_);
  if (!product) return refuse(not_exact());
  return make(*product, left.exponent_ + right.exponent_, negative);
}

Decimal Decimal::rounded(int decimals) const {
  CHECK(decimals >= 0);
  const int surplus = -exponent_ - decimals;
  if (surplus <= 0) return *this;
  if (surplus > digits_max) return {};  // less than a tenth of the last place

  Uint256 rest = coefficient_;
  for (int i = 0; i < surplus - 1 && !rest.is_zero(); ++i) rest = rest.divided_by(10).quotient;
  const auto [kept, first_cut] = rest.divided_by(10);
  return {first_cut >= 5 ? kept.plus(Uint256(1)).value() : kept, -decimals, negative_};
}

Decimal Decimal::fixed(int decimals) const {
  const Decimal number = rounded(decimals);
  if (!number.can_be_written_to(-decimals)) return number;
  return {number.written_to(-decimals), -decimals, negative_};
}

// Returns the sum of two numbers that can both be written to `exponent`.
Result<Decimal> Decimal::sum_at(int exponent, const Decimal& addend) const {
  const Uint256 left = written_to(exponent);
  const Uint256 right = addend.written_to(exponent);
  if (negative_ != addend.negative_) {
    if (left >= right) return make(left.minus(right), exponent, negative_);
    return make(right.minus(left), exponent, addend.negative_);
  }
  const std::optional<Uint256> sum = left.plus(right);
  if (!sum) return refuse(not_exact());
  return make(*sum, exponent, negative_);
}

Result<Decimal> Decimal::make(Uint256 coefficient, int exponent, bool negative) {
  if (coefficient.is_zero())
    return Decimal(coefficient, std::clamp(exponent, exponent_min, exponent_max), false);
  while (coefficient.decimal_digits() > digits_max || exponent < exponent_min) {
    const Uint256::Division step = coefficient.divided_by(10);
    if (step.remainder != 0) return refuse(not_exact());
    coefficient = step.quotient;
    ++exponent;
  }
  while (exponent > exponent_max) {
    if (coefficient.decimal_digits() == digits_max) return refuse(not_exact());
    coefficient = coefficient.times_plus(10, 0).value();
    --exponent;
  }
  return Decimal(coefficient, exponent, negative);
}

// Zero becomes 0. Exponents stay within the bounds because they only rise while there are digits.
Decimal Decimal::without_trailing_zeros() const {
  if (is_zero()) return {};
  Decimal shortened = *this;
  while (shortened.exponent_ < exponent_max) {
    const Uint256::Division step = shortened.coefficient_.divided_by(10);
    if (step.remainder != 0) break;
    shortened.coefficient_ = step.quotient;
    ++shortened.exponent_;
  }
  return shortened;
}

bool Decimal::can_be_written_to(int exponent) const {
  if (is_zero()) return true;
  return exponent <= exponent_ &&
         coefficient_.decimal_digits() + (exponent_ - exponent) <= digits_max;
}

// Returns the coefficient with its last digit at `exponent`. The caller has checked that it fits.
Uint256 Decimal::written_to(int exponent) const {
  if (is_zero() || exponent == exponent_) return coefficient_;
  return coefficient_.times(Uint256::power_of_ten(exponent_ - exponent)).value();
}

}  // namespace tradepost::base

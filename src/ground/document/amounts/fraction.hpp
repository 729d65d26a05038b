#pragma once

#include <compare>
#include <optional>

#include "base/text/decimal.hpp"

namespace tradepost::document {

using base::Decimal;

// An exact ratio of two decimals, such as a bottle as the twelfth part of a case, or a price for
// three pieces. It compares by value: 1/3 == 2/6.
//
// Invariant: the denominator is more than zero.
class Fraction {
 public:
  Fraction() = default;  // 0
  explicit Fraction(const Decimal& number) : numerator_(number) {}
  // Returns nullopt if the denominator is not more than zero.
  static std::optional<Fraction> ratio(const Decimal& numerator, const Decimal& denominator);

  const Decimal& numerator() const { return numerator_; }
  const Decimal& denominator() const { return denominator_; }

  Fraction plus(const Fraction& addend) const;
  Fraction times(const Fraction& factor) const;
  Fraction over(const Fraction& divisor) const;  // CHECKs that the divisor is more than zero
  // Rounds to this number of decimals, a half away from zero, and writes all of them.
  Decimal rounded(int decimals) const;

  bool operator==(const Fraction& other) const { return (*this <=> other) == 0; }
  std::weak_ordering operator<=>(const Fraction& other) const;

 private:
  Fraction(const Decimal& numerator, const Decimal& denominator)
      : numerator_(numerator), denominator_(denominator) {}

  Decimal numerator_;
  Decimal denominator_ = Decimal(1);
};

}  // namespace tradepost::document

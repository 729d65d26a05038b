#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tradepost::base {

// A natural number below 2^256. Only Decimal uses it.
class Uint256 {
 public:
  // 10^77 is the largest power of ten below 2^256.
  static constexpr int power_max = 77;

  constexpr Uint256() = default;
  explicit constexpr Uint256(std::uint64_t value) : limbs_{value, 0, 0, 0} {}
  static const Uint256& power_of_ten(int exponent);  // 0 to power_max, else CHECK

  bool is_zero() const { return *this == Uint256(); }
  std::optional<std::uint64_t> as_uint64() const;  // nullopt if it needs more bits
  int decimal_digits() const;                      // 0 for zero
  std::string to_string() const;

  bool operator==(const Uint256&) const = default;
  std::strong_ordering operator<=>(const Uint256& other) const;

  // Returns this times `factor` plus `addend`, or nullopt if that needs more than 256 bits.
  std::optional<Uint256> times_plus(std::uint64_t factor, std::uint64_t addend) const;
  std::optional<Uint256> times(const Uint256& factor) const;
  std::optional<Uint256> plus(const Uint256& addend) const;
  Uint256 minus(const Uint256& subtrahend) const;  // CHECKs that the subtrahend isn't larger

  struct Division;
  Division divided_by(std::uint64_t divisor) const;  // CHECKs that the divisor isn't zero

 private:
  static constexpr std::size_t limb_count = 4;

  std::array<std::uint64_t, limb_count> limbs_{};  // the lowest first
};

struct Uint256::Division {
  Uint256 quotient;
  std::uint64_t remainder;
};

}  // namespace tradepost::base

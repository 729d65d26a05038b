#include "base/text/uint256.hpp"

#include <algorithm>
#include <bit>

#include "base/ground/check.hpp"

namespace tradepost::base {
namespace {

__extension__ using Uint128 = unsigned __int128;

constexpr std::uint64_t low_half(Uint128 value) {
  return static_cast<std::uint64_t>(value);
}
constexpr std::uint64_t high_half(Uint128 value) {
  return static_cast<std::uint64_t>(value >> 64);
}

constexpr std::uint64_t chunk_base = 10'000'000'000'000'000'000u;  // 10^19
constexpr std::size_t chunk_digits = 19;  // the most that always fit in 64 bits

std::array<Uint256, Uint256::power_max + 1> make_powers() {
  std::array<Uint256, Uint256::power_max + 1> powers;
  powers[0] = Uint256(1);
  for (std::size_t i = 1; i < powers.size(); ++i)
    powers[i] = powers[i - 1].times_plus(10, 0).value();
  return powers;
}

}  // namespace

const Uint256& Uint256::power_of_ten(int exponent) {
  static const std::array<Uint256, power_max + 1> powers = make_powers();
  CHECK(exponent >= 0 && exponent <= power_max);
  return powers[static_cast<std::size_t>(exponent)];
}

std::optional<std::uint64_t> Uint256::as_uint64() const {
  if ((limbs_[1] | limbs_[2] | limbs_[3]) != 0) return std::nullopt;
  return limbs_[0];
}

int Uint256::decimal_digits() const {
  int bits = 0;
  for (std::size_t i = limb_count; i-- > 0 && bits == 0;) {
    if (limbs_[i] != 0)
      bits = static_cast<int>(i * 64) + static_cast<int>(std::bit_width(limbs_[i]));
  }
  // 1233/4096 is slightly less than log10(2). Up to 256 bits, the guess is the number of digits or
  // one less. Zero has no digits.
  const int guess = bits * 1233 >> 12;
  return *this >= power_of_ten(guess) ? guess + 1 : guess;
}

std::string Uint256::to_string() const {
  std::string reversed;
  Uint256 rest = *this;
  do {
    const Division division = rest.divided_by(chunk_base);
    rest = division.quotient;
    const std::string chunk = std::to_string(division.remainder);
    reversed.append(chunk.rbegin(), chunk.rend());
    // The leading zeros of a chunk come last in the reversed text.
    if (!rest.is_zero()) reversed.append(chunk_digits - chunk.size(), '0');
  } while (!rest.is_zero());
  return {reversed.rbegin(), reversed.rend()};
}

std::strong_ordering Uint256::operator<=>(const Uint256& other) const {
  return std::lexicographical_compare_three_way(limbs_.rbegin(), limbs_.rend(),
                                                other.limbs_.rbegin(), other.limbs_.rend());
}

std::optional<Uint256> Uint256::times_plus(std::uint64_t factor, std::uint64_t addend) const {
  Uint256 product;
  std::uint64_t carry = addend;
  for (std::size_t i = 0; i < limb_count; ++i) {
    const Uint128 wide = Uint128{limbs_[i]} * factor + carry;
    product.limbs_[i] = low_half(wide);
    carry = high_half(wide);
  }
  if (carry != 0) return std::nullopt;
  return product;
}

std::optional<Uint256> Uint256::times(const Uint256& factor) const {
  // Most numbers fit in 64 bits.
  if (const auto short_factor = factor.as_uint64()) return times_plus(*short_factor, 0);
  if (const auto short_number = as_uint64()) return factor.times_plus(*short_number, 0);
  std::array<std::uint64_t, 2 * limb_count> product{};
  for (std::size_t i = 0; i < limb_count; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < limb_count; ++j) {
      const Uint128 wide = Uint128{limbs_[i]} * factor.limbs_[j] + product[i + j] + carry;
      product[i + j] = low_half(wide);
      carry = high_half(wide);
    }
    product[i + limb_count] = carry;
  }
  if (std::any_of(product.begin() + limb_count, product.end(),
                  [](auto limb) { return limb != 0; })) {
    return std::nullopt;
  }
  Uint256 result;
  std::copy_n(product.begin(), limb_count, result.limbs_.begin());
  return result;
}

std::optional<Uint256> Uint256::plus(const Uint256& addend) const {
  Uint256 sum;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limb_count; ++i) {
    const Uint128 wide = Uint128{limbs_[i]} + addend.limbs_[i] + carry;
    sum.limbs_[i] = low_half(wide);
    carry = high_half(wide);
  }
  if (carry != 0) return std::nullopt;
  return sum;
}

Uint256 Uint256::minus(const Uint256& subtrahend) const {
  Uint256 difference;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limb_count; ++i) {
    // A negative difference wraps around, so its high half is not zero.
    const Uint128 wide = Uint128{limbs_[i]} - subtrahend.limbs_[i] - borrow;
    difference.limbs_[i] = low_half(wide);
    borrow = high_half(wide) != 0 ? 1 : 0;
  }
  CHECK(borrow == 0);
  return difference;
}

Uint256::Division Uint256::divided_by(std::uint64_t divisor) const {
  CHECK(divisor != 0);
  Division division{};
  for (std::size_t i = limb_count; i-- > 0;) {
    const Uint128 wide = Uint128{division.remainder} << 64 | limbs_[i];
    division.quotient.limbs_[i] = low_half(wide / divisor);
    division.remainder = low_half(wide % divisor);
  }
  return division;
}

}  // namespace tradepost::base

#pragma once

#include <compare>
#include <cstdint>

namespace tradepost::journal {

// Where something lies: the segment's number (1, 2, 3 …) and a byte in it. Places sort in the order
// of writing.
struct Place {
  std::uint32_t segment = 0;
  std::uint32_t offset = 0;

  // As it is kept: 64 bits, the segment above.
  constexpr std::uint64_t packed() const { return (std::uint64_t{segment} << 32) | offset; }
  static constexpr Place unpacked(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
  }

  auto operator<=>(const Place&) const = default;
};

// Number of a record: 1, 2, 3 …, without a gap, never given twice.
using Sequence = std::uint64_t;

}  // namespace tradepost::journal

#pragma once

#include <compare>
#include <cstdint>

namespace tradepost::journal {

// A position in the journal: the segment's number (1, 2, 3 …) and the offset of a byte in it.
// Places sort in the order of writing.
struct Place {
  std::uint32_t segment = 0;
  std::uint32_t offset = 0;

  // Returns the stored form: 64 bits, with the segment in the upper half.
  constexpr std::uint64_t packed() const { return (std::uint64_t{segment} << 32) | offset; }
  static constexpr Place unpacked(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
  }

  auto operator<=>(const Place&) const = default;
};

// The number of a record: 1, 2, 3 …, without gaps, never reused.
using Sequence = std::uint64_t;

}  // namespace tradepost::journal

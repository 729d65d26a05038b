#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tradepost::document {

// The hash for names of the model. For every set of names, the model's compiler searches a
// multiplier that gives each name a separate slot; reading then needs one hash and one comparison.
// It reads no byte outside `name`.
inline std::uint64_t name_hash(std::string_view name, std::uint64_t multiplier) {
  const auto length = name.size();
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  if (length >= 8) {
    std::uint64_t middle = 0;
    std::memcpy(&head, name.data(), 8);
    std::memcpy(&middle, name.data() + length / 2 - 4, 8);
    std::memcpy(&tail, name.data() + length - 8, 8);
    head ^= middle * 3;
  } else if (length >= 4) {
    std::memcpy(&head, name.data(), 4);
    std::memcpy(&tail, name.data() + length - 4, 4);
  } else if (length > 0) {
    const auto byte = [&](std::size_t at) {
      return std::uint64_t{static_cast<unsigned char>(name[at])};
    };
    head = byte(0) | byte(length / 2) << 8 | byte(length - 1) << 16;
  }
  return ((head ^ (tail << 1 | tail >> 63)) + length) * multiplier;
}

// Returns true if two names are equal. Names are short, so eight bytes at a time are faster than a
// call.
inline bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto differ = [&](std::size_t at) {
    std::uint64_t of_a = 0;
    std::uint64_t of_b = 0;
    std::memcpy(&of_a, a.data() + at, 8);
    std::memcpy(&of_b, b.data() + at, 8);
    return of_a != of_b;
  };
  if (a.size() < 8) {
    for (std::size_t at = 0; at < a.size(); ++at) {
      if (a[at] != b[at]) return false;
    }
    return true;
  }
  for (std::size_t at = 0; at + 8 < a.size(); at += 8) {
    if (differ(at)) return false;
  }
  return !differ(a.size() - 8);
}

}  // namespace tradepost::document

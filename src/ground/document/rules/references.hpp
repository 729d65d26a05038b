#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace tradepost::document {

// A document that another one names by its number.
struct Reference {
  std::string number;       // its ASCII letters in lower case
  std::uint32_t kinds = 0;  // a bit for each kind that the named document can have

  auto operator<=>(const Reference&) const = default;
};
// Each number once, in the order of the numbers.
using References = std::vector<Reference>;

}  // namespace tradepost::document

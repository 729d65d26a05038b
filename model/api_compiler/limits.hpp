#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Limits by their names in model/api. Their values are only in src/ground/base/ground/limits.hpp.
namespace api_compiler {

enum class Unit : std::uint8_t { count, bytes };

struct Limit {
  std::string_view name;
  std::uint64_t value;
  Unit unit = Unit::count;
};

// Returns nullptr if the row is missing.
const Limit* find_limit(std::string_view name);

// Returns the text for people: 1,000 or 8 MiB.
std::string in_words(const Limit& limit);

}  // namespace api_compiler

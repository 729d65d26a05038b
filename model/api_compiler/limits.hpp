#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Bounds by the names that model/api has for them. Their values stand in src/base/ground/limits.hpp
// alone.
namespace api_compiler {

enum class Unit : std::uint8_t { count, bytes };

struct Limit {
  std::string_view name;
  std::uint64_t value;
  Unit unit = Unit::count;
};

// nullptr: there is no such row.
const Limit* find_limit(std::string_view name);

// For people: 1,000 and 8 MiB.
std::string in_words(const Limit& limit);

}  // namespace api_compiler

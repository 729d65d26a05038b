#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tradepost::served {

// Returns the value at a path such as items.0.type: a string without its quotes, other values as
// JSON without white space, and "absent" if the path has no value. Text that is not valid JSON
// fails the test.
std::string at(std::string_view json, std::string_view path);
// Returns the whole number at a path. Any other value fails the test.
std::uint64_t number_at(std::string_view json, std::string_view path);
// Returns the number that the whole text represents.
std::uint64_t number_in(std::string_view digits);
// Removes the labels that the exchange has added to transport units.
std::string without_labels(std::string json);

}  // namespace tradepost::served

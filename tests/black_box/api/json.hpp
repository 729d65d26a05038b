#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tradepost::api_tests {

// What stands at a path (items.0.type) of a JSON text: the text of a text, other values as JSON
// without white space. Nothing there is "absent"; a text that is no JSON fails the test.
std::string at(std::string_view json, std::string_view path);
// Where a whole number stands; anything else fails the test.
std::uint64_t number_at(std::string_view json, std::string_view path);
// The text's digits, all of it.
std::uint64_t number_in(std::string_view digits);

}  // namespace tradepost::api_tests

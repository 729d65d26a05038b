#pragma once

#include <string>
#include <string_view>

namespace tradepost::api_tests {

// What stands at a path (items.0.type) of a JSON text: the text of a text, other values as JSON
// without white space. Nothing there is "absent"; a text that is no JSON fails the test.
std::string at(std::string_view json, std::string_view path);

}  // namespace tradepost::api_tests

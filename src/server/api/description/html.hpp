#pragma once

#include <string>
#include <string_view>

namespace tradepost::api {

// Escapes text from outside for use in an element or a quoted attribute. Control characters except
// line feed and tab become U+FFFD.
std::string html_escaped(std::string_view text);

}  // namespace tradepost::api

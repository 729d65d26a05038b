#pragma once

#include <string>
#include <string_view>

namespace tradepost::api {

// Text from outside as it may stand in a page, within an element or a quoted attribute. Controls
// but line feed and tab become U+FFFD.
std::string html_escaped(std::string_view text);

}  // namespace tradepost::api

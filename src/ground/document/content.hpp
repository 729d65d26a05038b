#pragma once

#include <memory>
#include <string_view>

#include "document/json/tokens.hpp"
#include "document/rules/walk.hpp"

namespace tradepost::document {

// Returns the content for storing: the sent bytes without white space between tokens and without
// the parts that the walk cut. If no byte is removed, the result is a view of the body. Otherwise
// it is written to `buffer`, which must outlive it.
std::string_view kept_content(const Tokens& tokens, const Walk& walk,
                              std::unique_ptr<char[]>& buffer);

}  // namespace tradepost::document

#pragma once

#include <string>
#include <string_view>

#include "document/json/view.hpp"

// Reading members of objects that need no findings, such as the answers of other servers.
namespace tradepost::document {

// Returns the text of a member, or an empty text if it is absent or has another type.
std::string text_in(const View& object, std::string_view name);
bool is_true_in(const View& object, std::string_view name);

}  // namespace tradepost::document

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"

// Reading members of objects that need no findings, such as the answers of other servers.
namespace tradepost::document {

// Returns the text of a member, or an empty text if it is absent or has another type.
std::string text_in(const View& object, std::string_view name);
bool is_true_in(const View& object, std::string_view name);
// Returns the texts of a list, or a single text. It is empty for any other value, and for a list
// with an element of another type.
std::vector<std::string> texts_of(const View& value);

}  // namespace tradepost::document

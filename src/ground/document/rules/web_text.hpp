#pragma once

#include <string_view>

namespace tradepost::document {

// These return true if a text has the usual form. They serve for warnings only, so in doubt they
// return true.
bool looks_like_email(std::string_view text);
bool looks_like_uri(std::string_view text);

}  // namespace tradepost::document

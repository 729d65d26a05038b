#pragma once

#include <string_view>

namespace tradepost::document {

// Whether a text has the form that people mean by it; for warnings alone, so in doubt it does.
bool looks_like_email(std::string_view text);
bool looks_like_uri(std::string_view text);

}  // namespace tradepost::document

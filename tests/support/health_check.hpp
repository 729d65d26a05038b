#pragma once

#include <string>
#include <string_view>

#include "served/json.hpp"

namespace tradepost::served {

// Returns the check with this code in an answer of GET /admin/health as JSON, or "absent".
inline std::string health_check(std::string_view answer, std::string_view code) {
  for (int i = 0;; ++i) {
    const std::string path = "data.checks." + std::to_string(i);
    std::string check = at(answer, path);
    if (check == "absent" || at(check, "code") == code) return check;
  }
}

}  // namespace tradepost::served

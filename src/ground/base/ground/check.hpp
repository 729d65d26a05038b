#pragma once

#include <string_view>

namespace tradepost::base {

// Ends the process, and prints the place and the failed condition on standard error. It never
// returns, in any build.
[[noreturn]] void check_failed(const char* file, int line, std::string_view broken);

}  // namespace tradepost::base

// Checks a condition that only a bug of this program can violate, also in release builds. It is not
// for input.
#define CHECK(condition)                 \
  (static_cast<bool>(condition) ? void() \
                                : ::tradepost::base::check_failed(__FILE__, __LINE__, #condition))

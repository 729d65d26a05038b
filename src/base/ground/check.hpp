#pragma once

#include <string_view>

namespace tradepost::base {

// Ends the process with the place and the broken promise on standard error. Never returns, in no
// build.
[[noreturn]] void check_failed(const char* file, int line, std::string_view broken);

}  // namespace tradepost::base

// A promise of our own code to itself; it holds in release builds too. Never for what the world
// gives.
#define CHECK(condition)                 \
  (static_cast<bool>(condition) ? void() \
                                : ::tradepost::base::check_failed(__FILE__, __LINE__, #condition))

#pragma once

#include <string_view>

namespace tradepost::base {

// Sets the name of the calling thread in top, perf and a debugger. The system keeps 15 bytes.
void name_thread(std::string_view name);

}  // namespace tradepost::base

#pragma once

#include <string>

namespace tradepost::app {

// Returns an empty text if the system has none.
std::string host_name();

}  // namespace tradepost::app

#pragma once

#include <optional>

namespace tradepost::app {

// Returns true if a time service synchronises the clock of the machine; nullopt: the system does
// not say.
std::optional<bool> is_clock_synchronised();

}  // namespace tradepost::app

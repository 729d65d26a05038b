#pragma once

#include <string>
#include <vector>

namespace tradepost::served {

// The environment of a process that is killed just before its nth sync, or first write after a
// sync. 0: never.
std::vector<std::string> killed_at_step(unsigned nth);

}  // namespace tradepost::served
